"""Documents and tables as HTML and SVG."""
