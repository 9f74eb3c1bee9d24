import { Checkbox } from '../../../ui/checkbox.tsx'
import { useGrid } from '../grid-context.ts'
import type { StepScope } from './step-scope.ts'

interface Props {
  scope: StepScope
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Whether a change of many nodes is a step, which holds for nodes that come later too. */
export function LaterNodes({ scope, checked, onChange }: Props) {
  const { t } = useGrid()
  const isNarrow = Object.keys(scope.match).length > 0
  return (
    <div className="flex flex-col" data-testid="later-nodes">
      <Checkbox checked={checked} onChange={onChange} aria-describedby="later-nodes-hint">
        {t('laterNodes')}
      </Checkbox>
      <p id="later-nodes-hint" className="text-xs text-muted">
        {t(checked ? (isNarrow ? 'laterFiltered' : 'laterAll') : 'laterNot', { count: scope.ids.length })}
      </p>
    </div>
  )
}
