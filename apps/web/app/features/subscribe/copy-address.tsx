import { useTranslations } from 'use-intl'
import type { DataOf } from '@switchyard/contract'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton, copyText } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { urlOf } from './url-of.ts'

type Output = Pick<DataOf<'GET /api/outputs'>['outputs'][number], 'id' | 'name' | 'addresses'>

/** All these buttons have the same width. A button has an arrow when it offers several addresses. */
const ALIKE = 'min-w-44 justify-center max-sm:flex-1'

/** Copies the address of an output; where it has several, the one that is chosen. */
export function CopyAddress({ output: { id, name, addresses } }: { output: Output }) {
  const t = useTranslations('subscribe')
  const ui = useTranslations('ui')
  const [first] = addresses
  if (!first) return null
  if (addresses.length === 1)
    return <CopyButton className={ALIKE} label={t('copyAddress')} text={() => urlOf(id, first.id)} />
  const copy = (address: Output['addresses'][number]) =>
    void copyText(() => urlOf(id, address.id)).then(
      () => showToast({ kind: 'success', text: t('addressCopied', { name: address.name }) }),
      () => showToast({ kind: 'error', text: ui('failed') }),
    )
  return (
    <Menu
      label={t('addressesOf', { name })}
      align="end"
      items={addresses.map((address) => ({
        id: address.id,
        label: address.paused ? t('pausedAddress', { name: address.name }) : address.name,
        icon: 'copy',
        onSelect: () => copy(address),
      }))}
      trigger={
        <Button icon="copy" className={ALIKE}>
          {t('copyAddress')}
          <Icon name="chevron-down" className="size-4 text-muted" />
        </Button>
      }
    />
  )
}
