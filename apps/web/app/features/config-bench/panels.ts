import { CLIENT_FACTS, type ConfigLayout } from '@switchyard/convert/facts'
import type { BenchPanel } from './bench/panel.ts'

const FORM_LAYOUTS: readonly ConfigLayout[] = ['clash-yaml', 'singbox-json']
/** Others are edited as text. */
const WITH_FORM = CLIENT_FACTS.filter(({ layout }) => FORM_LAYOUTS.includes(layout)).map(({ id }) => id)

/** The panels of the workbench in the order of their tabs, each in a chunk of its own. */
export const PANELS = [
  { id: 'form', icon: 'list-checks', load: () => import('./editor/form-panel.tsx').then((part) => part.FormPanel), clients: WITH_FORM },
  { id: 'tester', icon: 'network', load: () => import('./tester/tester-panel.tsx').then((part) => part.TesterPanel) },
  { id: 'inject', icon: 'arrow-down-to-line', load: () => import('./inject/inject-panel.tsx').then((part) => part.InjectPanel) },
  { id: 'upgrade', icon: 'arrow-up', load: () => import('./bench/upgrade-panel.tsx').then((part) => part.UpgradePanel) },
  { id: 'changes', icon: 'square-split-horizontal', load: () => import('./bench/changes-panel.tsx').then((part) => part.ChangesPanel) },
] as const satisfies readonly BenchPanel[] // oxfmt-ignore

export type PanelId = (typeof PANELS)[number]['id']
