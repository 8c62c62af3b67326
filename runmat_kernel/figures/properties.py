"""The kinds of graphics objects: MATLAB's class name, property names and default values of each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from ..base.errors import MatlabError

AUTO = "auto"
_INK = (0.15, 0.15, 0.15)

_COMMON: dict[str, Any] = {
    "Tag": "", "UserData": [], "Visible": "on", "HandleVisibility": "on", "HitTest": "on", "PickableParts": "visible",
    "Selected": "off", "SelectionHighlight": "on", "ButtonDownFcn": "", "CreateFcn": "", "DeleteFcn": "",
    "BusyAction": "queue", "Interruptible": "on", "BeingDeleted": "off", "ContextMenu": [],
}  # fmt: skip
_CHART: dict[str, Any] = {"DisplayName": "", "Clipping": "on", "Annotation": [], "SeriesIndex": 1.0, "DataTipTemplate": []}
_STROKE: dict[str, Any] = {
    "Color": (0.0, 0.4470, 0.7410),
    "LineStyle": "-",
    "LineWidth": 0.5,
    "LineJoin": "round",
    "AlignVertexCenters": "off",
}
_MARKS: dict[str, Any] = {
    "Marker": "none", "MarkerSize": 6.0, "MarkerEdgeColor": AUTO, "MarkerFaceColor": "none", "MarkerIndices": [], "MarkerMode": AUTO,
}  # fmt: skip
_XYZ: dict[str, Any] = {"XData": [], "YData": [], "ZData": [], "XDataSource": "", "YDataSource": "", "ZDataSource": ""}
_FONT: dict[str, Any] = {
    "FontName": "Helvetica", "FontSize": 10.0, "FontWeight": "normal", "FontAngle": "normal", "FontUnits": "points",
    "FontSmoothing": "on",
}  # fmt: skip
_FACES: dict[str, Any] = {
    "FaceColor": "flat", "EdgeColor": (0.0, 0.0, 0.0), "FaceAlpha": 1.0, "EdgeAlpha": 1.0, "LineStyle": "-", "LineWidth": 0.5,
    "FaceLighting": "flat", "EdgeLighting": "none", "BackFaceLighting": "reverselit", "AmbientStrength": 0.3, "DiffuseStrength": 0.6,
    "SpecularStrength": 0.9, "SpecularExponent": 10.0, "SpecularColorReflectance": 1.0, "VertexNormals": [], "FaceNormals": [],
    "AlphaData": 1.0, "AlphaDataMapping": "scaled", "CData": [], "CDataMapping": "scaled", "CDataMode": AUTO,
}  # fmt: skip


def _axis(letter: str) -> dict[str, Any]:
    """The properties that an axes has for each of x, y and z."""
    return {
        f"{letter}Lim": (0.0, 1.0), f"{letter}LimMode": AUTO, f"{letter}Scale": "linear", f"{letter}Dir": "normal",
        f"{letter}Tick": [], f"{letter}TickMode": AUTO, f"{letter}TickLabel": [], f"{letter}TickLabelMode": AUTO,
        f"{letter}TickLabelRotation": 0.0, f"{letter}TickLabelRotationMode": AUTO, f"{letter}Grid": "off", f"{letter}MinorGrid": "off", f"{letter}MinorTick": "off",
        f"{letter}Color": _INK, f"{letter}LimitMethod": "tickaligned",
    }  # fmt: skip


_AXES: dict[str, Any] = {
    **_axis("X"), **_axis("Y"), **_axis("Z"), **_FONT,
    "XAxisLocation": "bottom", "YAxisLocation": "left", "Box": "off", "BoxStyle": "back", "Color": (1.0, 1.0, 1.0),
    "Position": (0.13, 0.11, 0.775, 0.815), "OuterPosition": (0.0, 0.0, 1.0, 1.0), "InnerPosition": (0.13, 0.11, 0.775, 0.815),
    "TightInset": (0.05, 0.05, 0.02, 0.02), "LooseInset": (0.13, 0.11, 0.095, 0.075), "PositionConstraint": "outerposition",
    "ActivePositionProperty": "outerposition", "Units": "normalized", "NextPlot": "replace", "LineWidth": 0.5,
    "ColorOrder": [], "ColorOrderIndex": 1.0, "LineStyleOrder": "-", "LineStyleOrderIndex": 1.0, "CLim": (0.0, 1.0), "CLimMode": AUTO,
    "ALim": (0.0, 1.0), "ALimMode": AUTO, "ColorScale": "linear", "Colormap": [], "DataAspectRatio": (1.0, 1.0, 1.0),
    "DataAspectRatioMode": AUTO, "PlotBoxAspectRatio": (1.0, 1.0, 1.0), "PlotBoxAspectRatioMode": AUTO, "View": (0.0, 90.0), "WarpToFill": "on",
    "CameraPosition": (0.5, 0.5, 9.16), "CameraPositionMode": AUTO, "CameraTarget": (0.5, 0.5, 0.5), "CameraTargetMode": AUTO,
    "CameraUpVector": (0.0, 1.0, 0.0), "CameraUpVectorMode": AUTO, "CameraViewAngle": 6.6, "CameraViewAngleMode": AUTO,
    "Projection": "orthographic", "GridColor": _INK, "GridAlpha": 0.15, "GridLineStyle": "-", "GridColorMode": AUTO, "GridAlphaMode": AUTO,
    "MinorGridLineStyle": ":", "MinorGridColor": (0.1, 0.1, 0.1), "MinorGridAlpha": 0.25, "Layer": "bottom", "TickDir": "in",
    "TickDirMode": AUTO, "TickLength": (0.01, 0.025), "TickLabelInterpreter": "tex", "TitleFontSizeMultiplier": 1.1,
    "LabelFontSizeMultiplier": 1.1, "TitleFontWeight": "bold", "TitleHorizontalAlignment": "center", "SortMethod": "childorder",
    "Clipping": "on", "ClippingStyle": "3dbox", "DrawMode": "normal", "AmbientLightColor": (1.0, 1.0, 1.0), "Interactions": [],
    "Toolbar": [], "FontSizeMode": AUTO, "Legend": [], "Layout": [], "CurrentPoint": [],
}  # fmt: skip

_FIGURE: dict[str, Any] = {
    "Number": 1.0, "Name": "", "NumberTitle": "on", "Position": (488.0, 342.0, 560.0, 420.0), "InnerPosition": (488.0, 342.0, 560.0, 420.0),
    "OuterPosition": (480.0, 334.0, 576.0, 514.0), "Units": "pixels", "Color": (1.0, 1.0, 1.0), "Colormap": [], "Alphamap": [],
    "MenuBar": "figure", "ToolBar": "auto", "DockControls": "on", "Resize": "on", "WindowStyle": "normal", "WindowState": "normal",
    "NextPlot": "add", "PaperPosition": (1.3333, 3.3125, 5.8333, 4.375), "PaperPositionMode": AUTO, "PaperUnits": "inches",
    "PaperSize": (8.5, 11.0), "PaperOrientation": "portrait", "PaperType": "usletter", "InvertHardcopy": "on", "Renderer": "opengl",
    "RendererMode": AUTO, "GraphicsSmoothing": "on", "IntegerHandle": "on", "CloseRequestFcn": "closereq", "ResizeFcn": "", "SizeChangedFcn": "",
    "KeyPressFcn": "", "KeyReleaseFcn": "", "WindowButtonDownFcn": "", "WindowButtonUpFcn": "", "WindowButtonMotionFcn": "",
    "WindowScrollWheelFcn": "", "WindowKeyPressFcn": "", "WindowKeyReleaseFcn": "", "Pointer": "arrow", "PointerShapeCData": [],
    "PointerShapeHotSpot": (1.0, 1.0), "CurrentCharacter": "", "CurrentObject": [], "CurrentPoint": (0.0, 0.0), "SelectionType": "normal", "FileName": "",
    "DoubleBuffer": "on", "BackingStore": "on", "ShareColors": "on", "MinColormap": 64.0, "Icon": "", "Scrollable": "off", "Theme": [],
}  # fmt: skip

_TEXT: dict[str, Any] = {
    **_FONT, "String": "", "Position": (0.0, 0.0, 0.0), "Units": "data", "Color": (0.0, 0.0, 0.0), "Rotation": 0.0,
    "HorizontalAlignment": "left", "VerticalAlignment": "middle", "Interpreter": "tex", "BackgroundColor": "none", "EdgeColor": "none",
    "LineStyle": "-", "LineWidth": 0.5, "Margin": 3.0, "Editing": "off", "Extent": (0.0, 0.0, 0.0, 0.0), "Clipping": "off",
    "FontSizeMode": AUTO, "FitBoxToText": "off", "X": [], "Y": [], "HeadStyle": "vback2", "HeadLength": 10.0, "HeadWidth": 10.0,
}  # fmt: skip


_CHART_AXES: dict[str, Any] = {
    **_FONT, "Title": "", "XLabel": "", "YLabel": "", "Position": (0.13, 0.11, 0.775, 0.815), "InnerPosition": (0.13, 0.11, 0.775, 0.815),
    "OuterPosition": (0.0, 0.0, 1.0, 1.0), "PositionConstraint": "outerposition", "Units": "normalized",
}  # fmt: skip


_PIE: dict[str, Any] = {
    "Data": [], "Names": [], "Proportions": [], "Labels": [], "LabelStyle": AUTO, "ExplodedWedges": [], "Direction": "clockwise", "StartAngle": 0.0,
    "DisplayOrder": "data", "ColorOrder": [], "FaceAlpha": 0.6, "EdgeColor": _INK, "LineWidth": 0.5, "FontColor": _INK, "Interpreter": "tex",
    "SourceTable": [], "DataVariable": "", "NamesVariable": "",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of graphics object: its ``Type``, MATLAB class and default properties by name.

    ``hidden`` are those that it keeps for drawing and programs do not see; ``label`` is its ``Type`` where that is not ``type``.
    """

    type: str
    matlab_class: str
    defaults: MappingProxyType[str, Any]
    hidden: frozenset[str] = frozenset()
    label: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The properties that programs see."""
        return tuple(name for name in self.defaults if name not in self.hidden) if self.hidden else tuple(self.defaults)

    @property
    def short_class(self) -> str:
        return self.matlab_class.rpartition(".")[2]


def _kind(type_: str, matlab_class: str, *tables: dict[str, Any], **more: Any) -> Kind:
    merged = {key: value for table in (_COMMON, *tables, more) for key, value in table.items()}
    return Kind(type_, matlab_class, MappingProxyType(merged))


_PRIMITIVE, _CHARTS = "matlab.graphics.primitive.", "matlab.graphics.chart.primitive."
_BARS = {
    **_CHART,
    "BarWidth": 0.8,
    "BarLayout": "grouped",
    "Horizontal": "off",
    "BaseValue": 0.0,
    "ShowBaseLine": "on",
    "BaseLine": [],
    "XEndPoints": [],
    "YEndPoints": [],
}
_ALL = (
    _kind("root", "matlab.ui.Root", Units="pixels", ScreenSize=(1.0, 1.0, 1920.0, 1080.0), ScreenPixelsPerInch=96.0, ScreenDepth=24.0,
          ShowHiddenHandles="off", FixedWidthFontName="Courier New", MonitorPositions=(1.0, 1.0, 1920.0, 1080.0), PointerLocation=(0.0, 0.0),
          RecursionLimit=500.0, Format="short", FormatSpacing="loose", Diary="off", DiaryFile="diary", Echo="off", Language="en_us"),
    _kind("figure", "matlab.ui.Figure", _FIGURE),
    _kind("axes", "matlab.graphics.axis.Axes", _AXES),
    _kind("ruler", "matlab.graphics.axis.decorator.NumericRuler", _FONT, Limits=[], LimitsMode=AUTO, Scale="linear", Direction="normal",
          TickValues=[], TickValuesMode=AUTO, TickLabels=[], TickLabelsMode=AUTO, TickLabelRotation=0.0, TickLabelFormat="%g", Exponent=0.0,
          ExponentMode=AUTO, Color=_INK, MinorTick="off", TickDirection="in", TickLabelInterpreter="tex", LineWidth=0.5, Label=[]),
    _kind("line", _CHARTS + "Line", _CHART, _STROKE, _MARKS, _XYZ, EraseMode="normal"),
    _kind("animatedline", "matlab.graphics.animation.AnimatedLine", _CHART, _STROKE, _MARKS, _XYZ, MaximumNumPoints=1e6),
    _kind("stair", _CHARTS + "Stair", _CHART, _STROKE, _MARKS, _XYZ),
    _kind("stem", _CHARTS + "Stem", _CHART, _STROKE, _MARKS, _XYZ, Marker="o", BaseValue=0.0, ShowBaseLine="on", BaseLine=[]),
    _kind("errorbar", _CHARTS + "ErrorBar", _CHART, _STROKE, _MARKS, _XYZ, XNegativeDelta=[], XPositiveDelta=[], YNegativeDelta=[],
          YPositiveDelta=[], LData=[], UData=[], CapSize=6.0),
    _kind("scatter", _CHARTS + "Scatter", _CHART, _XYZ, Marker="o", SizeData=36.0, CData=(0.0, 0.4470, 0.7410), CDataMode=AUTO, LineWidth=0.5,
          MarkerEdgeColor="flat", MarkerFaceColor="none", MarkerEdgeAlpha=1.0, MarkerFaceAlpha=1.0, AlphaData=1.0,
          XJitter="none", XJitterWidth=0.9, YJitter="none", YJitterWidth=0.9, ZJitter="none", ZJitterWidth=0.9),
    _kind("bar", _CHARTS + "Bar", _XYZ, _BARS, FaceColor="flat", EdgeColor=(0.0, 0.0, 0.0), FaceAlpha=1.0, EdgeAlpha=1.0, LineStyle="-",
          LineWidth=0.5, CData=[], CDataMode=AUTO, Labels=[]),
    _kind("boxchart", _CHARTS + "BoxChart", _CHART, XData=[], YData=[], BoxWidth=0.5, Notch="off", JitterOutliers="off", Orientation="vertical",
          BoxFaceColor=(0.0, 0.4470, 0.7410), BoxFaceAlpha=0.2, BoxEdgeColor=[], BoxMedianLineColor=[], WhiskerLineColor=_INK,
          WhiskerLineStyle="-", LineWidth=1.0, MarkerStyle="o", MarkerSize=6.0, MarkerColor=[]),
    _kind("histogram", _CHARTS + "Histogram", _CHART, Data=[], Values=[], BinEdges=[], BinCounts=[], NumBins=10.0, BinWidth=1.0, BinLimits=(0.0, 1.0),
          BinMethod=AUTO, BinCountsMode=AUTO, BinLimitsMode=AUTO, Normalization="count", DisplayStyle="bar", Orientation="vertical",
          FaceColor=AUTO, EdgeColor=(0.0, 0.0, 0.0), FaceAlpha=0.6, EdgeAlpha=1.0, LineStyle="-", LineWidth=0.5),
    _kind("area", _CHARTS + "Area", _CHART, _XYZ, FaceColor="flat", EdgeColor=(0.0, 0.0, 0.0), FaceAlpha=1.0, EdgeAlpha=1.0, LineStyle="-",
          LineWidth=0.5, BaseValue=0.0, ShowBaseLine="on", BaseLine=[], Stacked=[]),
    _kind("image", _PRIMITIVE + "Image", _CHART, CData=[], CDataMapping="direct", XData=(1.0, 1.0), YData=(1.0, 1.0), AlphaData=1.0,
          AlphaDataMapping="none", Interpolation="nearest", MaxRenderedResolution="none"),
    _kind("surface", _CHARTS + "Surface", _CHART, _XYZ, _FACES, _MARKS, MeshStyle="both", FaceLighting="flat", XDataMode=AUTO, YDataMode=AUTO),
    _kind("patch", _PRIMITIVE + "Patch", _CHART, _XYZ, _FACES, _MARKS, Faces=[], Vertices=[], FaceVertexCData=[], FaceVertexAlphaData=[],
          FaceColor=(0.0, 0.0, 0.0)),
    _kind("rectangle", _PRIMITIVE + "Rectangle", _CHART, Position=(0.0, 0.0, 1.0, 1.0), Curvature=(0.0, 0.0), FaceColor="none",
          EdgeColor=(0.0, 0.0, 0.0), FaceAlpha=1.0, LineStyle="-", LineWidth=0.5),
    _kind("contour", _CHARTS + "Contour", _CHART, _XYZ, LevelList=[], LevelListMode=AUTO, LevelStep=0.0, Fill="off", LineColor="flat",
          EdgeColor="flat", LineStyle="-", LineWidth=0.5, ShowText="off", TextList=[], TextListMode=AUTO, LabelFormat="%g", ContourMatrix=[], LabelSpacing=144.0, FaceAlpha=1.0, Height=False),
    _kind("quiver", _CHARTS + "Quiver", _CHART, _STROKE, _XYZ, _MARKS, UData=[], VData=[], WData=[], AutoScale="on", AutoScaleFactor=0.9,
          ShowArrowHead="on", MaxHeadSize=0.2, Alignment="tail"),
    _kind("graphplot", _CHARTS + "GraphPlot", _CHART, XData=[], YData=[], ZData=[], NodeColor=(0.0, 0.4470, 0.7410), NodeCData=[], Marker="o",
          MarkerSize=4.0, NodeLabel=[], NodeLabelMode=AUTO, NodeLabelColor=(0.0, 0.0, 0.0), NodeFontName="Helvetica", NodeFontSize=8.0,
          NodeFontWeight="normal", NodeFontAngle="normal", EdgeColor=(0.0, 0.4470, 0.7410), EdgeCData=[], EdgeAlpha=0.5, LineStyle="-",
          LineWidth=0.5, ShowArrows="off", ArrowSize=7.0, ArrowPosition=0.5, EdgeLabel=[], EdgeLabelMode=AUTO, EdgeLabelColor=(0.0, 0.0, 0.0),
          EdgeFontName="Helvetica", EdgeFontSize=8.0, EdgeFontWeight="normal", EdgeFontAngle="normal", Interpreter="tex"),
    _kind("constantline", "matlab.graphics.chart.decoration.ConstantLine", _CHART, _STROKE, Value=0.0, InterceptAxis="x", Label="", Alpha=0.7,
          LabelOrientation="aligned", LabelHorizontalAlignment="right", LabelVerticalAlignment="top", FontSize=10.0, Interpreter="tex", Layer="bottom"),
    _kind("text", _PRIMITIVE + "Text", _CHART, _TEXT),
    _kind("light", _PRIMITIVE + "Light", Position=(1.0, 0.0, 1.0), Style="infinite", Color=(1.0, 1.0, 1.0)),
    _kind("interaction", "matlab.graphics.interaction.uimode", Enable="off", Motion="both", Direction="in", RightClickAction="", RotateStyle="orbit",
          DisplayStyle="datatip", SnapToDataVertex="on", UpdateFcn="", ActionPreCallback="", ActionPostCallback="", ButtonDownFilter="",
          FigureHandle=[], Color=(1.0, 0.0, 0.0), SelectionChangedFcn=""),
    _kind("annotationinfo", "matlab.graphics.eventdata.Annotation", LegendInformation=[]),
    _kind("baseline", "matlab.graphics.axis.decorator.Baseline", _STROKE, BaseValue=0.0, Color=(0.0, 0.0, 0.0)),
    _kind("legendinfo", "matlab.graphics.eventdata.LegendEntry", IconDisplayStyle="on"),
    _kind("uimenu", "matlab.ui.container.Menu", Text="", MenuSelectedFcn="", Accelerator="", Checked="off", Enable="on", Separator="off",
          ForegroundColor=(0.0, 0.0, 0.0), Tooltip=""),
    _kind("uicontextmenu", "matlab.ui.container.ContextMenu", ContextMenuOpeningFcn="", Position=(0.0, 0.0)),
    _kind("hggroup", _PRIMITIVE + "Group", _CHART),
    _kind("hgtransform", _PRIMITIVE + "Transform", _CHART, Matrix=[]),
    _kind("legend", "matlab.graphics.illustration.Legend", _FONT, String=[], Location="northeast", Orientation="vertical", Box="on",
          Interpreter="tex", NumColumns=1.0, Color=(1.0, 1.0, 1.0), EdgeColor=_INK, TextColor=(0.0, 0.0, 0.0), LineWidth=0.5,
          Position=(0.7, 0.8, 0.2, 0.1), Units="normalized", AutoUpdate="on", Title=[], Layout=[], PlotChildren=[], ItemTokenSize=(30.0, 18.0)),
    _kind("bubblelegend", "matlab.graphics.illustration.BubbleLegend", _FONT, Title="", Location="northeast", Style="vertical", NumBubbles=3.0,
          BubbleSizeOrder="descending", LimitLabels=[], Box="on", Color=(1.0, 1.0, 1.0), EdgeColor=_INK, TextColor=(0.0, 0.0, 0.0), Layout=[]),
    _kind("colorbar", "matlab.graphics.illustration.ColorBar", _FONT, Location="eastoutside", Limits=[], LimitsMode=AUTO, Ticks=[], TicksMode=AUTO,
          TickLabels=[], TickLabelsMode=AUTO, Label=[], Direction="normal", Position=(0.83, 0.11, 0.04, 0.815), Units="normalized", Box="on",
          Color=_INK, TickDirection="in", AxisLocation="out", TickLength=0.01, TickLabelInterpreter="tex", LineWidth=0.5,
          Title=[], XLabel=[], YLabel=[], Layout=[]),
    _kind("tiledlayout", "matlab.graphics.layout.TiledChartLayout", _FONT, GridSize=(1.0, 1.0), TileSpacing="loose", Padding="loose",
          Title=[], XLabel=[], YLabel=[], Subtitle=[], TileArrangement="fixed", TileIndexing="rowmajor", Layout=[]),
    _kind("annotation", "matlab.graphics.shape.Annotation", _TEXT, Shape="textbox", FaceColor="none", FaceAlpha=1.0, Units="normalized",
          Margin=5.0, TextColor=(0.0, 0.0, 0.0), TextEdgeColor="none", TextBackgroundColor="none", TextMargin=5.0, TextRotation=0.0,
          TextLineWidth=0.5, Head1Style="vback2", Head2Style="vback2", Head1Length=10.0, Head1Width=10.0, Head2Length=10.0, Head2Width=10.0),
    _kind("heatmap", "matlab.graphics.chart.HeatmapChart", _CHART_AXES, SourceTable=[], XVariable="", YVariable="", ColorVariable="", ColorMethod="count",
          XData=[], YData=[], ColorData=[], XDisplayLabels=[], YDisplayLabels=[], Colormap=[], ColorLimits=[], ColorbarVisible="on", GridVisible="on",
          CellLabelColor=AUTO, CellLabelFormat="%.4g", MissingDataColor=(0.15, 0.15, 0.15), MissingDataLabel="NaN",
          ColorScaling="scaled", FontColor=(0.15, 0.15, 0.15)),
    _kind("confusionchart", "mlearnlib.graphics.chart.ConfusionMatrixChart", _CHART_AXES, NormalizedValues=[], ClassLabels=[], Normalization="absolute",
          RowSummary="off", ColumnSummary="off", DiagonalColor=(0.0, 0.4471, 0.7412), OffDiagonalColor=(0.851, 0.3255, 0.098), GridVisible="on"),
    _kind("piechart", "matlab.graphics.chart.PieChart", _CHART_AXES, _PIE),
    _kind("donutchart", "matlab.graphics.chart.DonutChart", _CHART_AXES, _PIE, InnerRadius=0.5, CenterLabel=""),
    _kind("stackedplot", "matlab.graphics.chart.StackedLineChart", _CHART_AXES, SourceTable=[], DisplayVariables=[], DisplayLabels=[], XVariable="",
          XData=[], YData=[], XLimits=[], GridVisible="off", Color=(0.0, 0.4470, 0.7410), LineStyle="-", LineWidth=0.5, Marker="none",
          MarkerSize=6.0, AxesProperties=[], LineProperties=[]),
    _kind("wordcloud", "matlab.graphics.chart.WordCloudChart", _CHART_AXES, WordData=[], SizeData=[], MaxDisplayWords=100.0, Color=(0.25, 0.25, 0.25),
          HighlightColor=(0.85, 0.325, 0.098), Shape="oval", LayoutNum=1.0, SizePower=0.5, SourceTable=[], WordVariable="", SizeVariable=""),
    _kind("bubblecloud", "matlab.graphics.chart.BubbleCloud", _CHART_AXES, SizeData=[], LabelData=[], GroupData=[], MaxDisplayBubbles=1000.0, FaceColor="flat",
          EdgeColor="flat", FaceAlpha=0.6, LegendTitle="", LegendVisible="on", SourceTable=[], SizeVariable="", LabelVariable="", GroupVariable=""),
    _kind("parallelplot", "matlab.graphics.chart.ParallelCoordinatesPlot", _CHART_AXES, SourceTable=[], CoordinateVariables=[], GroupVariable="", Data=[],
          CoordinateData=[], GroupData=[], CoordinateTickLabels=[], CoordinateLabel="", DataLabel="", DataNormalization="range", Jitter=0.1, Color=[],
          LineStyle="-", LineWidth=1.0, LineAlpha=0.7, LegendTitle="", LegendVisible="on", MarkerStyle="none", MarkerSize=6.0),
    _kind("scatterhistogram", "matlab.graphics.chart.ScatterHistogramChart", _CHART_AXES, SourceTable=[], XVariable="", YVariable="", GroupVariable="",
          XData=[], YData=[], GroupData=[], NumBins=[], BinWidths=[], LegendTitle="", LegendVisible="on", ScatterPlotLocation="SouthWest",
          HistogramDisplayStyle="stairs", LineStyle="-", LineWidth=0.5, MarkerStyle="o", MarkerSize=36.0, MarkerFilled="on", MarkerAlpha=1.0, Color=[]),
)  # fmt: skip

_AXIS = frozenset(name for letter in "XYZ" for name in _axis(letter)) | {
    "XAxisLocation", "YAxisLocation", "Box", "BoxStyle", "View", "DataAspectRatio", "DataAspectRatioMode", "PlotBoxAspectRatio",
    "PlotBoxAspectRatioMode", "Projection", "XLabel", "YLabel", "ZLabel", *(name for name in _AXES if name.startswith("Camera")),
}  # fmt: skip
_POLAR_AXES: dict[str, Any] = {
    **_AXES, "ThetaLim": (0.0, 360.0), "ThetaLimMode": AUTO, "ThetaDir": "counterclockwise", "ThetaZeroLocation": "right",
    "ThetaAxisUnits": "degrees", "ThetaTick": [], "ThetaTickMode": AUTO, "ThetaTickLabel": [], "ThetaTickLabelMode": AUTO,
    "ThetaGrid": "on", "ThetaMinorGrid": "off", "ThetaMinorTick": "off", "ThetaColor": _INK, "ThetaColorMode": AUTO,
    "RLim": (0.0, 1.0), "RLimMode": AUTO, "RTick": [], "RTickMode": AUTO, "RTickLabel": [], "RTickLabelMode": AUTO,
    "RTickLabelRotation": 0.0, "RGrid": "on", "RMinorGrid": "off", "RMinorTick": "off", "RDir": "normal", "RAxisLocation": 80.0,
    "RAxisLocationMode": AUTO, "RColor": _INK, "RColorMode": AUTO,
}  # fmt: skip
_POLAR_DATA: dict[str, Any] = {"ThetaData": [], "ThetaDataSource": "", "RData": [], "RDataSource": ""}


def _in_polar(kind: Kind) -> Kind:
    """A kind whose points are angles and radii."""
    return Kind(kind.type, kind.matlab_class, MappingProxyType({**kind.defaults, **_POLAR_DATA}), frozenset(_XYZ))


def _of_bubbles(kind: Kind) -> Kind:
    """Markers whose sizes are data, drawn as those of the axes say."""
    look = {"MarkerFaceColor": "flat", "MarkerFaceAlpha": 0.6, "MarkerEdgeAlpha": 1.0}
    return Kind(kind.type, _CHARTS + "BubbleChart", MappingProxyType({**kind.defaults, **look}), label="bubblechart")


def _of_categories(kind: Kind) -> Kind:
    """A histogram of categories, which has names and a width of bars in place of bins."""
    kept = {name: value for name, value in kind.defaults.items() if not name.startswith(("Bin", "NumBins"))}
    more = {"Categories": [], "BinCounts": [], "BinCountsMode": AUTO, "BarWidth": 0.9, "DisplayOrder": "data", "NumDisplayBins": 0.0}
    return Kind(kind.type, _CHARTS + "categorical.Histogram", MappingProxyType({**kept, **more}), label="categoricalhistogram")


_BY_TYPE = {kind.type: kind for kind in _ALL}
KINDS: MappingProxyType[str, Kind] = MappingProxyType({
    **_BY_TYPE, "bubblechart": _of_bubbles(_BY_TYPE["scatter"]), "polarline": _in_polar(_BY_TYPE["line"]), "polarscatter": _in_polar(_BY_TYPE["scatter"]),
    **{f"{name.lower()}ruler": replace(_BY_TYPE["ruler"], matlab_class=f"matlab.graphics.axis.decorator.{name}Ruler") for name in ("Datetime", "Duration", "Categorical")},
    "categoricalhistogram": _of_categories(_BY_TYPE["histogram"]),
    "polaraxes": Kind("axes", "matlab.graphics.axis.PolarAxes", MappingProxyType({**_COMMON, **_POLAR_AXES}), _AXIS, "polaraxes"),
})  # fmt: skip


_OLD_NAMES = MappingProxyType({
    "uimenu": {"label": "Text", "callback": "MenuSelectedFcn"}, "uicontextmenu": {"callback": "ContextMenuOpeningFcn"},
    "colorbar": {letter + old: new for letter in "xy" for old, new in (("tick", "Ticks"), ("ticklabel", "TickLabels"), ("lim", "Limits"), ("dir", "Direction"))}
})  # fmt: skip
"""Names that properties had in earlier releases, in lower case; objects still answer to them."""


def current_name(kind: Kind, name: str) -> str:
    """The name that a property has now, of one that it had in earlier releases."""
    if name.lower() == "uicontextmenu":
        return "ContextMenu"
    return _OLD_NAMES.get(kind.type, {}).get(name.lower(), name)


def resolve(kind: Kind, name: str, extra: tuple[str, ...] = ()) -> str:
    """The full property name that ``name`` (any case, abbreviated while unique) means.

    Raises ``MATLAB:class:InvalidProperty`` with MATLAB's text when there is none or the abbreviation is ambiguous.
    """
    name = current_name(kind, name)
    names = (*kind.names, *extra, "Type", "Parent", "Children")
    if name in names:
        return name
    wanted = name.lower()
    matches = [candidate for candidate in names if candidate.lower().startswith(wanted)]
    exact = [candidate for candidate in matches if len(candidate) == len(wanted)]
    if exact or len(matches) == 1:
        return (exact or matches)[0]
    if matches:
        raise MatlabError(f"Ambiguous property '{name}' for class '{kind.short_class}'.", "MATLAB:hg:AmbiguousProperty")
    raise MatlabError(f"Unrecognized property '{name}' for class '{kind.matlab_class}'.", "MATLAB:hg:InvalidProperty")
