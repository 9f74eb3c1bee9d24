import { HighlightStyle } from '@codemirror/language'
import { tags } from '@lezer/highlight'

/** How wide the names before the links are. */
const NAME_COLUMN = 'min(12em, 34cqi)'
/** The greatest width of a name in a narrow pane. It applies only beside a reason. */
const NARROW_NAME = '36cqi'

export const THEME = {
  '&': { height: '100%', color: 'var(--fg)', backgroundColor: 'transparent', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: '2px solid var(--link)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: "ui-monospace, 'JetBrains Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
    lineHeight: '1.25rem',
    // The widths of the labels are parts of its width.
    containerType: 'inline-size',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--fg)' },
  '.cm-cursor': { borderLeftColor: 'var(--fg)' },
  '.cm-line': { padding: '0 12px 0 4px' },
  '.cm-gutters': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--muted)',
    border: 'none',
    borderRight: '1px solid var(--line)',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 8px', minWidth: '28px', fontVariantNumeric: 'tabular-nums' },
  '.cm-marks .cm-gutterElement': { width: '20px', textAlign: 'center', cursor: 'pointer' },
  '.cm-foldGutter .cm-gutterElement': { width: '16px', textAlign: 'center' },
  '.cm-fold-open .cm-sign': { rotate: '90deg' },
  '.cm-sign': { width: '0.875rem', height: '0.875rem', verticalAlign: '-0.125rem' },
  '.cm-tone-success': { color: 'var(--success)' },
  '.cm-tone-info': { color: 'var(--info)' },
  '.cm-tone-warning': { color: 'var(--warning)' },
  '.cm-tone-error': { color: 'var(--error)' },
  '.cm-tone-quiet': { color: 'var(--muted)' },
  '.cm-line[data-label]::before, .cm-line [data-reason]::before': {
    display: 'inline-block',
    boxSizing: 'border-box',
    height: '1.125rem',
    margin: '1px 8px 1px 0',
    padding: '0 6px',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    textOverflow: 'ellipsis',
    // The top of the line does not depend on the font.
    verticalAlign: 'top',
    // Where surfaces are forced away, the border tells it from the link.
    border: '1px solid transparent',
    borderRadius: '4px',
    backgroundColor: 'var(--hover)',
    fontFamily: 'var(--font-sans, system-ui)',
    fontSize: '0.75rem',
    lineHeight: '1rem',
  },
  // All names have one width. Then links without a reason begin below each other.
  '.cm-line[data-label]::before': { content: "attr(data-label) / ''", width: NAME_COLUMN },
  '.cm-line[data-label=""]::before': { visibility: 'hidden' },
  // A long reason is cut at the end of the pane. The card of the line shows all of it.
  '.cm-line [data-reason]::before': {
    content: "attr(data-reason) / ''",
    maxWidth: `max(6em, min(28em, 100cqi - ${NAME_COLUMN} - 3.75rem))`,
  },
  // In a narrow pane the name and the reason stand in a line above the link. All reasons begin below each other.
  '@container (width < 30rem)': {
    '.cm-line[data-label]': { position: 'relative', paddingTop: '1.5rem', paddingBottom: '0.25rem' },
    '.cm-line[data-label]::before, .cm-line [data-reason]::before': {
      position: 'absolute',
      top: '0.25rem',
      margin: '0',
    },
    '.cm-line[data-label]::before': { left: '4px', width: 'auto', maxWidth: 'calc(100cqi - 4rem)' },
    '.cm-line[data-label]:has([data-reason])::before': { maxWidth: NARROW_NAME },
    '.cm-line [data-reason]::before': {
      left: `calc(${NARROW_NAME} + 10px)`,
      maxWidth: `calc(100cqi - ${NARROW_NAME} - 4.25rem)`,
    },
    '.cm-line[data-label=""] [data-reason]::before': { left: '4px', maxWidth: 'calc(100cqi - 4rem)' },
  },
  '.cm-line :is([data-status=warn], [data-status=refused])::before': {
    color: 'var(--warning)',
    backgroundColor: 'var(--warning-soft)',
  },
  '.cm-line [data-status=skipped]::before': {
    color: 'var(--error)',
    backgroundColor: 'var(--error-soft)',
  },
  '.cm-card-line[data-label]::before': { backgroundColor: 'var(--card)' },
  '.cm-card-line': { backgroundColor: 'var(--hover)', boxShadow: 'inset 2px 0 var(--link)' },
  '.cm-placeholder': { color: 'var(--muted)', whiteSpace: 'pre-wrap' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--selected)',
  },
  '.cm-content ::selection': { backgroundColor: 'var(--selected)' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--fg)', borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 32px 6px 8px', fontFamily: 'var(--font-sans, system-ui)' },
  '.cm-panel.cm-dialog': { padding: '6px 8px', fontFamily: 'var(--font-sans, system-ui)', fontSize: '0.75rem' },
  '.cm-panel input:focus-visible, .cm-panel button:focus-visible': { outline: '2px solid var(--link)' },
  '.cm-dialog label': { fontSize: 'inherit' },
  '.cm-dialog input': { width: '7em' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-dialog input, .cm-dialog button, .cm-card button': {
    font: 'inherit', fontSize: '0.75rem', color: 'var(--fg)', background: 'var(--card)', backgroundImage: 'none',
    border: '1px solid var(--control-line)', borderRadius: '6px', padding: '2px 8px', minHeight: '24px',
  }, // oxfmt-ignore
  '.cm-panel.cm-search label': {
    display: 'inline-flex', alignItems: 'center', gap: '4px', minHeight: '24px', margin: '2px 8px 2px 0', fontSize: '0.75rem',
  }, // oxfmt-ignore
  // The browser's own regexes may take for ever; those of users run on RE2 everywhere else.
  '.cm-panel.cm-search label:has([name=re])': { display: 'none' },
  '.cm-panel.cm-search input[type=checkbox]': {
    width: '16px', height: '16px', minHeight: '0', margin: '0', padding: '0', accentColor: 'var(--primary)',
  }, // oxfmt-ignore
  '.cm-panel.cm-search button[name=close], .cm-dialog .cm-dialog-close': {
    width: '24px', height: '24px', padding: '0', border: 'none', background: 'none', fontSize: '1rem', lineHeight: '1',
  }, // oxfmt-ignore
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: '8px',
    backgroundColor: 'var(--raised)',
    color: 'var(--fg)',
    boxShadow: 'var(--overlay-shadow)',
    maxWidth: 'min(360px, 90vw)',
  },
  '.cm-card': { padding: '8px 10px', fontFamily: 'system-ui, sans-serif', fontSize: '0.75rem', lineHeight: '1.5' },
  '.cm-card p': { margin: '4px 0 0', whiteSpace: 'normal' },
  '.cm-card code': { color: 'var(--muted)', fontSize: '0.6875rem' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--line)', borderBottom: 'none' },
  // The page may put a button over the end of the bar.
  '.cm-panels-bottom .cm-card': {
    boxSizing: 'border-box',
    // The border above the bar is a part of the height.
    minHeight: 'calc(var(--card-height, 1px) - 1px)',
    paddingRight: 'var(--card-end, 10px)',
  },
  '.cm-panels-bottom .cm-card > *, .cm-panels-bottom .cm-card-issue > *': { margin: '0' },
  '.cm-card-issue': { flexBasis: '100%' },
  '.cm-panels-bottom .cm-card, .cm-card-head, .cm-card-issue': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 10px',
  },
  '.cm-card-head .cm-card-actions': { marginTop: '0' },
  '.cm-card-actions': { display: 'flex', flexWrap: 'wrap', gap: '6px', marginTop: '4px' },
  '.cm-card-actions:empty': { display: 'none' },
  '@media (width < 640px)': {
    // The margin of the sheet around the text.
    '.cm-panels-bottom .cm-card': { paddingInline: '16px' },
    '.cm-card-head:only-child': { flexGrow: '1' },
    '.cm-panels-bottom .cm-card .cm-card-actions': { marginLeft: 'auto' },
  },
  '.cm-card button': { cursor: 'pointer' },
  '.cm-card .cm-card-actions button': { minHeight: 'max(24px, var(--target))', padding: '2px 12px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '14em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px', minHeight: '24px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--selected)', color: 'var(--fg)' },
  '.cm-tooltip.cm-completionInfo': { padding: '6px 10px', fontFamily: 'system-ui, sans-serif', fontSize: '0.75rem' },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-soft)', outline: '1px solid var(--warning)' },
  '.cm-foldPlaceholder': {
    background: 'var(--hover)', border: 'none', color: 'var(--muted)', font: 'inherit', fontSize: '0.75rem', lineHeight: '1rem',
    borderRadius: '4px', padding: '0 6px', margin: '0 4px', cursor: 'pointer',
  }, // oxfmt-ignore
} as const

export const HIGHLIGHT = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--info)' },
  { tag: [tags.string, tags.content], color: 'var(--fg)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
  { tag: [tags.comment, tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: 'var(--muted)' },
])
