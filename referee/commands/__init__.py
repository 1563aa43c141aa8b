"""What the commands of cli.py do: where scraper, parsers and rules meet, as in cli.py, which alone calls it."""
