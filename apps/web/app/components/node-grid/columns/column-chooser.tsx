import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { COLUMN_SPECS, isFree, isShown, NO_CHOICES, RESIZE_STEP, type ColumnId } from './columns.ts'
import { useGrid } from '../grid-context.ts'
import { clampWidth } from './grid-header.tsx'
import { SORT_COLUMNS, type Sort, type SortColumn } from './sort-rows.ts'
import type { Columns } from './use-columns.ts'

interface Props {
  columns: Columns
  /** Columns that this screen does not have. */
  absent: ReadonlySet<ColumnId>
  cards: boolean
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  gridWidth: number
  onClose: () => void
}

/** Which columns there are, how wide, which stay in sight; and the sorted view, for cards, which have no header. */
export default function ColumnChooser({ columns, absent, cards, sort, onSort, gridWidth, onClose }: Props) {
  const { t } = useGrid()
  const { choices, change, widths } = columns
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={t(cards ? 'sorting' : 'view')}
      data-testid="column-chooser"
      footer={
        <>
          {!cards && (
            <Button className="mr-auto" onClick={() => change(NO_CHOICES)}>
              {t('viewReset')}
            </Button>
          )}
          <Button look="solid" onClick={onClose}>
            {t('done')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-end gap-2">
          <Field label={t('sortBy')} className="flex-1">
            {(control) => (
              <Select<SortColumn | ''>
                {...control}
                value={sort?.column ?? ''}
                choices={[
                  { value: '', label: t('sortNone') },
                  ...SORT_COLUMNS.filter((column) => !absent.has(column)).map((column) => ({
                    value: column,
                    label: t(`column.${column}`),
                  })),
                ]}
                onChange={(column) => onSort(column === '' ? null : { column, descending: false })}
              />
            )}
          </Field>
          <IconButton
            icon={sort?.descending ? 'arrow-down' : 'arrow-up'}
            label={t(sort?.descending ? 'descending' : 'ascending')}
            look="outline"
            disabled={!sort}
            onClick={() => sort && onSort({ ...sort, descending: !sort.descending })}
          />
        </div>
        {!cards && (
          <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
            {COLUMN_SPECS.filter(({ id }) => isFree(id) && !absent.has(id)).map((spec) => {
              const { id } = spec
              const name = t(`column.${id}`)
              const pinned = choices.pinned.includes(id)
              const width = widths[id]
              const resize = (by: number) =>
                change({ ...choices, widths: { ...choices.widths, [id]: clampWidth(id, width + by) } })
              return (
                <li key={id} className="flex items-center gap-1 px-2 py-1">
                  <Checkbox
                    className="mr-auto min-w-0"
                    checked={isShown(spec, gridWidth, choices)}
                    disabled={spec.from === 0}
                    onChange={(shown) => change({ ...choices, shown: { ...choices.shown, [id]: shown } })}
                  >
                    {name}
                  </Checkbox>
                  <IconButton
                    icon="minus"
                    size="small"
                    label={t('narrower', { name })}
                    onClick={() => resize(-RESIZE_STEP)}
                  />
                  <span className="w-9 text-center text-xs text-muted tabular-nums">{width}</span>
                  <IconButton
                    icon="plus"
                    size="small"
                    label={t('wider', { name })}
                    onClick={() => resize(RESIZE_STEP)}
                  />
                  <IconButton
                    icon={pinned ? 'pin-off' : 'pin'}
                    size="small"
                    aria-pressed={pinned}
                    label={t(pinned ? 'unpin' : 'pin', { name })}
                    onClick={() =>
                      change({
                        ...choices,
                        pinned: pinned ? choices.pinned.filter((each) => each !== id) : [...choices.pinned, id],
                      })
                    }
                  />
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
