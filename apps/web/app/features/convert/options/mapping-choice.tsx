import { type MappingSet, mappingSetOf, namesOf, withMappingSet } from '@switchyard/recipe/model'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useKeptThings } from '../../../components/kept/use-kept-things.ts'
import { mappingSets } from '../../../components/mapping-sets/mapping-sets.ts'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import { localizedPath } from '../../../lib/locale.ts'
import { showToast } from '../../../lib/toasts.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { useModel, useSession } from '../session/use-convert.ts'

/** The mappings that are kept: one takes the place of the rows, and the rows may be kept as one. */
export function MappingChoice() {
  const t = useTranslations('convert.opt')
  const tConvert = useTranslations('convert')
  const locale = useRouteLocale()
  const session = useSession()
  const model = useModel()
  const { things: sets } = useKeptThings(mappingSets)
  const now = mappingSetOf(model)
  const text = textOf(now)
  const isEmpty = now.nodes.length === 0 && now.groups.length === 0
  const chosen = isEmpty ? undefined : sets.find(({ value }) => textOf(value) === text)
  const choose = (id: string) => {
    const found = sets.find((one) => one.id === id)
    if (!found) return
    session.change((before) => withMappingSet(before, found.value))
    undoToast(session, tConvert('undo'), tConvert('link.mappingUsed', { name: found.name }))
  }
  const keep = async () => {
    const name = t('mappingName', { n: sets.length + 1 })
    await mappingSets.save({ name, value: now })
    showToast({ kind: 'success', text: t('mappingKept', { name }) })
  }
  return (
    <div className="flex flex-wrap items-end gap-2" data-testid="mapping-choice">
      {sets.length > 0 && (
        <Field label={t('mappingSet')} className="min-w-40 flex-1">
          {(control) => (
            <Select
              {...control}
              value={chosen?.id ?? ''}
              choices={[
                ...(chosen ? [] : [{ value: '', label: t(isEmpty ? 'mappingNone' : 'mappingOwn') }]),
                ...sets.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={choose}
            />
          )}
        </Field>
      )}
      {!isEmpty && !chosen && (
        <Button icon="star" onClick={() => void keep()}>
          {t('mappingKeep')}
        </Button>
      )}
      <Link
        className={buttonClass()}
        to={localizedPath(locale, chosen ? `/mapping?set=${encodeURIComponent(chosen.id)}` : '/mapping')}
      >
        {t(chosen ? 'mappingEdit' : 'mappingAll')}
      </Link>
    </div>
  )
}

const textOf = ({ nodes, rest = '', groups }: MappingSet): string =>
  JSON.stringify([nodes, rest, Object.entries(namesOf(groups)).sort(([a], [b]) => (a < b ? -1 : 1))])
