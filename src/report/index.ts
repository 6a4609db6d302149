// What the report folder offers to the rest of the project.

export { type BenchReportPage, renderBenchReport } from "./benchReport.js";
export { benchTables, benchTitle, conditionsOf, type TitledTable } from "./benchTables.js";
export { figureText, figureTitle } from "./figureNames.js";
export {
  formatAmount,
  formatBytes,
  formatCount,
  formatDuration,
  formatFigure,
  formatMicroseconds,
  formatRate,
  formatRatio,
  formatShare,
  formatTick,
  NO_VALUE,
} from "./formatMicroseconds.js";
export { factList, figure, htmlPage, htmlTable } from "./htmlPage.js";
export { type ChartAxis, type LineChartOptions, type LineSeries, lineChart } from "./lineChart.js";
export { element, escapeText, fragment, type Markup } from "./markup.js";
export { type RangeBar, rangeBars } from "./rangeBars.js";
export { type BarPart, type BarRow, type StackedBarsOptions, stackedBars } from "./stackedBars.js";
export { renderStagesReport } from "./stagesReport.js";
export { cellTitle, overviewTable, repeatTable, stageTable } from "./stageTable.js";
export { causeTable, ownerTable } from "./tailSection.js";
export { renderTextTable, type TextTable } from "./textTable.js";
export { traceFacts } from "./traceFacts.js";
