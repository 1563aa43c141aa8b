"""The reader: a post's own words and what a judge knows → what it says as a ballot."""
