"""Python from MATLAB code: ``py.module.function(...)``, objects of Python, ``pyrun``, ``pyrunfile``, ``pyargs``, ``pyenv``.

Python is the one that runs this program, so objects need no copies between processes.  pandas, where it is installed, carries tables; no
other library is used.  Modules of the current folder are found only after the program has put the folder on ``py.sys.path``.
"""
