"""Other programs' judges, by the names and codes they are called with there: one module for each.

A module here turns a call into a question to mjcore's judge and the answer back; none has a rule of mahjong of its own.
"""
