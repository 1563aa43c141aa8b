"""What the commands of cli.py do: the one place beside it where scraper, parsers and referee meet."""
