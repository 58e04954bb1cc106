//! Fills against slow and obvious ones.
