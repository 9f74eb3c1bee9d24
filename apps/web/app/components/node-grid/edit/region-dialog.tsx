import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Flag } from '../rows/flag.tsx'
import { withoutFlags, withRegion } from './flagged-names.ts'
import { useGrid } from '../grid-context.ts'
import { LaterNodes } from './later-nodes.tsx'
import { planRename } from './rename.ts'
import type { NamesProps } from './step-scope.ts'
import type { NewStep, ListedNode } from '../types.ts'
import { useKeptNodes } from './use-kept-nodes.ts'

interface Props extends NamesProps {
  region: string | undefined
  /** Regions of the other nodes: offered first. */
  known: readonly string[]
}

const USUAL = [
  'HK',
  'TW',
  'JP',
  'SG',
  'US',
  'KR',
  'GB',
  'DE',
  'FR',
  'NL',
  'CA',
  'AU',
  'IN',
  'TR',
  'RU',
  'MY',
  'TH',
  'VN',
  'PH',
  'ID',
  'BR',
  'AR',
  'AE',
  'CH',
  'SE',
  'FI',
  'IT',
  'ES',
  'PL',
  'UA',
  'MO',
  'CN',
]
const MOST = 24

/** Sets the region of nodes whose names do not say it, or say it wrong. */
export default function RegionDialog(props: Props) {
  const { rows, ids: chosenIds, region, known, scope, onRename, onKeep, onClose } = props
  const { t, regionName, flags } = useGrid()
  const [text, setText] = useState(region ?? '')
  const list = useId()
  const { isKept, setKept, kept, ids, chosen } = useKeptNodes(rows, chosenIds, scope)
  const put = (step: NewStep, nameOf: (row: ListedNode) => string) => {
    const { changes } = planRename(chosen, nameOf, [])
    if (kept) onKeep({ ...step, match: kept.match }, changes)
    else if (changes.length > 0) onRename(changes)
  }
  const offered = [...new Set([...known, ...USUAL])].slice(0, MOST)
  const code = codeOf(text, offered, regionName)
  return (
    <FormDialog
      title={t('regionTitle', { count: ids.length })}
      apply={t('apply')}
      canApply={code !== undefined}
      onApply={() => put({ kind: 'region', region: code! }, (row) => withRegion(row, code!))}
      onClose={onClose}
      besides={
        <Button
          className="mr-auto"
          onClick={() => {
            put({ kind: 'flag', adds: false }, withoutFlags)
            onClose()
          }}
        >
          {t('regionNone')}
        </Button>
      }
      data-testid="region-dialog"
    >
      <Field
        label={t('regionCode')}
        hint={code ? regionName(code) : t('regionHint')}
        error={text.trim() === '' || code ? undefined : t('regionHint')}
      >
        {(control) => (
          <Input
            {...control}
            data-autofocus
            list={list}
            maxLength={40}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <datalist id={list}>
        {offered.map((code) => (
          <option key={code} value={code}>
            {regionName(code)}
          </option>
        ))}
      </datalist>
      <div className="flex flex-wrap gap-1.5">
        {offered.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === code}
            className="chip chip-button pointer-coarse:h-10"
            onClick={() => setText(each)}
          >
            {flags && <Flag code={each} />}
            <span>{each}</span>
            <span className="text-muted">{regionName(each)}</span>
          </button>
        ))}
      </div>
      {scope && <LaterNodes scope={scope} checked={isKept} onChange={setKept} />}
    </FormDialog>
  )
}

/** A code, or the name of a region that is offered. */
function codeOf(text: string, offered: readonly string[], regionName: (code: string) => string): string | undefined {
  const plain = text.trim()
  const code = plain.toUpperCase()
  if (/^[A-Z]{2}$/.test(code)) return code
  return offered.find((each) => regionName(each).toLowerCase() === plain.toLowerCase())
}
