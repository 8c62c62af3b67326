"""The fusion kinds, in the order in which they are tried."""

from .centered_gram import CENTERED_GRAM
from .elementwise import ELEMENTWISE
from .explained_variance import EXPLAINED_VARIANCE
from .fft import FFT
from .gather import GATHER
from .image_normalize import IMAGE_NORMALIZE
from .kind import FusionKind
from .loop import LOOP
from .matmul_epilogue import MATMUL_EPILOGUE
from .power_step_normalize import POWER_STEP_NORMALIZE
from .reduction import REDUCTION
from .scan import SCAN
from .sort import SORT
from .stencil import STENCIL

# Special kinds of products before the general one, and a normalization before what it is made of; reads out of place before plain ones.
KINDS: tuple[FusionKind, ...] = (
    *(CENTERED_GRAM, POWER_STEP_NORMALIZE, EXPLAINED_VARIANCE, MATMUL_EPILOGUE),
    *(LOOP, SCAN, SORT, FFT, IMAGE_NORMALIZE, REDUCTION, STENCIL, GATHER, ELEMENTWISE),
)

__all__ = ["KINDS", "FusionKind"]
