"""Files: text, delimited text, .mat, JSON, XML, workbooks, HDF5, netCDF, sound, video, archives, the web; folders.

Uses h5py (the extra ``hdf5``) for HDF5 and .mat files of version 7.3, openpyxl (``workbooks``) for workbooks that are written, and
Pillow for pictures.  Workbooks are read by own code: measured faster, and it refuses what a damaged file claims to hold.
"""
