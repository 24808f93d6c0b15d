"""Fixture cases by operator family. Each module has `good(case)` and `bad(case)`: case(folder, name) starts a model."""
