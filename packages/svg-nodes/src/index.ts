export { svgNodes, type SvgNode } from './svg-nodes.ts'
