import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Flag } from './flag.tsx'
import { useGrid } from './grid-context.ts'

interface Props {
  count: number
  region: string | undefined
  /** Regions of the other nodes: offered first. */
  known: readonly string[]
  onRegion: (region: string | null) => void
  onClose: () => void
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
export default function RegionDialog({ count, region, known, onRegion, onClose }: Props) {
  const { t, regionName, flags } = useGrid()
  const [text, setText] = useState(region ?? '')
  const list = useId()
  const offered = [...new Set([...known, ...USUAL])].slice(0, MOST)
  const code = codeOf(text, offered, regionName)
  return (
    <FormDialog
      title={t('regionTitle', { count })}
      apply={t('apply')}
      canApply={code !== undefined}
      onApply={() => onRegion(code!)}
      onClose={onClose}
      besides={
        <Button
          className="mr-auto"
          onClick={() => {
            onRegion(null)
            onClose()
          }}
        >
          {t('regionNone')}
        </Button>
      }
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
