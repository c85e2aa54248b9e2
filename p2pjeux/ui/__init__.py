"""What a person sees and types: plain lines, or the full screen."""
