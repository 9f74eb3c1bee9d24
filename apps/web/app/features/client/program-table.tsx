import { PLATFORMS, type Program, protocolsOf } from '@switchyard/recipe/programs'
import { useTranslations } from 'use-intl'
import { Table } from '../../ui/table.tsx'
import { CORE_NAMES, FORMAT_NAMES, PROTOCOL_NAMES } from './fact-names.ts'

interface Props {
  programs: readonly Program[]
  onOpen: (id: string) => void
}

const list = (words: readonly string[] = []) => words.join(' · ')

/** Programs beside each other. The name leads to all that is known of one. */
export function ProgramTable({ programs, onOpen }: Props) {
  const t = useTranslations('client')
  const columns = ['name', 'platform', 'core', 'formats', 'protocols', 'licence', 'released'] as const
  return (
    <Table
      caption={t('tableOf')}
      className="table-stacked program-table"
      columns={columns.map((id) => ({ id, label: t(id) }))}
    >
      {programs.map((program) => (
        <tr key={program.id}>
          <td>
            <button
              type="button"
              className="text-link-plain min-h-(--target) text-left font-medium"
              onClick={() => onOpen(program.id)}
            >
              {program.name}
            </button>
            {program.archived && <span className="block text-xs text-warning">{t('archived')}</span>}
          </td>
          <td data-label={t('platform')}>
            {list(PLATFORMS.filter((platform) => program.platforms[0].includes(platform)))}
          </td>
          <td data-label={t('core')}>{list(program.cores?.[0].map((core) => CORE_NAMES[core]))}</td>
          <td data-label={t('formats')}>
            {list(program.formats?.[0].map((format) => FORMAT_NAMES[format] ?? t('links')))}
          </td>
          <td data-label={t('protocols')}>{list(protocolsOf(program)?.map((each) => PROTOCOL_NAMES[each]))}</td>
          <td data-label={t('licence')}>{program.licence?.[0]}</td>
          <td data-label={t('released')}>
            {program.released && list([program.released[0].version, program.released[0].day])}
          </td>
        </tr>
      ))}
    </Table>
  )
}
