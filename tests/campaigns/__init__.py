"""Campaigns: long searches for defects, each a module with a ``Campaign`` class (see ``pool``).

``python -m tests.campaigns NAME --count N --seed S`` runs one; ``test_campaigns.py`` runs a few cases of each.
``docs/reliability.md`` says what was run and found.
"""
