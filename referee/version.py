"""The version verdicts are kept under, so that an old one can be told from a new one. The same as in pyproject.toml."""

VERSION = "0.1.0"
