"""A stand-in for inspect_ai 0.3.232: what an EarlyStopping meets of it. See ``stub_eval``."""
