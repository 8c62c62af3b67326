"""Charts in a plane: series, histograms, pies, bubbles, clouds, images, polygons."""
