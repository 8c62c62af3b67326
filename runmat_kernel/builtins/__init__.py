"""How functions of MATLAB are declared, found and called.  The functions themselves are in ``toolboxes``."""
