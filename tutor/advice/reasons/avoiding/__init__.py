"""Reasons where tricks do harm, in whole games or in a contract: `tricks` puts them together."""
