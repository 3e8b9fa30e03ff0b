"""Benchmarks: how fast each answer is, beside an empty call and other libraries; and a gate against getting slower."""
