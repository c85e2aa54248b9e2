"""The composition root: commands, what runs behind them, and the interfaces they are shown on."""
