"""Studies: how often does this bid make from this hand? Many sampled hands, played by the adviser, and counted."""
