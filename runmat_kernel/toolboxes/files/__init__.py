"""Files: text, delimited text, .mat, JSON, XML, workbooks, HDF5, netCDF, sound, video, archives, the web; folders.

Uses h5py (an extra) for HDF5 and .mat files of version 7.3, and Pillow for pictures.
"""
