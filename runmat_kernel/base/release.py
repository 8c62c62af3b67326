"""The release of MATLAB whose behaviour and messages are followed."""

RELEASE, VERSION = "R2024b", "24.2"
