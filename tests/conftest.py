"""What the quick loop leaves out: what is marked ``slow``, and what runs only when asked."""

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("long") or item.get_closest_marker("lan"):
            item.add_marker(pytest.mark.slow)
