import type { ClientId } from '@switchyard/convert/facts'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { fileAddressIn } from '../../../components/file-save/file-address.ts'
import { handedOver, takeHandedOver } from '../../../components/handover/handover.ts'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import { localizedPath } from '../../../lib/locale.ts'
import { readClipboard } from '../../../lib/read-clipboard.ts'
import { session as signedIn } from '../../../lib/session.ts'
import { isTextField } from '../../../lib/shortcuts.ts'
import { mayPublish } from '../../../components/publish/may-publish.ts'
import { askToSignIn } from '../../../lib/sign-in-request.ts'
import { showToast } from '../../../lib/toasts.ts'
import { useFileDrop } from '../../../lib/use-file-drop.ts'
import { useRouteLocale } from '../../../lib/use-route-locale.ts'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { isModalOpen } from '../../../ui/modal-stack.ts'
import { type DoorName, doorFor, pathOf } from './doors.ts'
import { nameOfFile } from './name-of-file.ts'
import { newConfigs } from './new-configs.ts'
import type { GivenConfig, OpenConfig } from './panel.ts'
import { SAMPLES } from './samples.ts'
import { useBench } from './use-bench.ts'
import { useTextOfFile } from './use-text-of-file.ts'

const AskedFile = lazyPart(() => import('./asked-file.tsx').then((part) => part.AskedFile))

/** The ways in which a config comes into the workbench. */
export interface Opening {
  paste: () => void
  files: () => void
  address: () => void
  output: () => void
  convert: () => void
  sample: () => void
  blank: () => void
  /** Opens a text that somebody else has read. */
  open: (given: GivenConfig) => void
  /** Goes to the door of a config. */
  goTo: (config: OpenConfig) => void
  /** The dialog that was asked for. */
  dialog: 'address' | 'output' | 'publish' | undefined
  /** Asks for an account first, where nobody is signed in. */
  publish: () => void
  closeDialog: () => void
  /** The field behind the buttons that ask for files, and what opens the file that the address names. */
  input: ReactNode
  /** Something is over the page that can be dropped. */
  isDropping: boolean
  /** Why the last try opened nothing. */
  failure: string | undefined
  closeFailure: () => void
}

export function useOpening(door: DoorName, doorClient: ClientId): Opening {
  const t = useTranslations('configBench')
  const session = useBench()
  const locale = useRouteLocale()
  const navigate = useNavigate()
  const { key, search } = useLocation()
  const asked = useMemo(() => fileAddressIn(search), [search])
  const picker = useRef<HTMLInputElement>(null)
  const textOfFile = useTextOfFile()
  const [dialog, setDialog] = useState<Opening['dialog']>()
  const [failure, setFailure] = useState<string>()

  const goTo = (config: OpenConfig) => {
    const other = doorFor(config.client, door)
    if (other === door) return false
    void navigate(localizedPath(locale, pathOf(other)), { replace: true })
    return true
  }
  const open = async (given: GivenConfig) => {
    if (given.text.trim() === '') return setFailure(t('nothingToOpen'))
    setFailure(undefined)
    const before = session.config
    const opened = await session.open(given)
    const words = goTo(opened) ? t('openedElsewhere', { client: t(`door.${doorFor(opened.client, door)}`) }) : undefined
    // What was there before is one step away.
    if (before) undoToast(session, t('undo'), words ?? t('opened', { name: opened.name }))
    else if (words) showToast({ kind: 'info', text: words })
  }
  const takeFile = async ([file]: Iterable<File>) => {
    const read = file && (await textOfFile(file))
    if (read && 'failure' in read) setFailure(read.failure)
    else if (read)
      await open({ name: nameOfFile(read.name), text: read.text, origin: { kind: 'file', name: read.name } })
  }
  const openPasted = (text: string) => void open({ name: t('pastedName'), text, origin: { kind: 'pasted' } })

  const isDropping = useFileDrop({ onFiles: (files) => void takeFile(files), onText: openPasted, isOff: isModalOpen })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (isModalOpen() || event.defaultPrevented || isTextField(event.target)) return
    const files = [...(event.clipboardData?.files ?? [])]
    const text = event.clipboardData?.getData('text') ?? ''
    if (files.length === 0 && text === '') return
    event.preventDefault()
    if (text === '') void takeFile(files)
    else openPasted(text)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])

  // What another page hands over may come while this one is shown already.
  const takeHanded = useEffectEvent(() => {
    const given = handedOver()?.opens
    if (!given) return
    takeHandedOver()
    if (given.origin === 'output') return void open({ ...given, origin: { kind: 'output', id: given.published.id } })
    const { name, text, client, origin } = given
    const isNew = origin === 'new' && text.trim() === ''
    void open({
      name,
      text: isNew ? (newConfigs()[doorClient] ?? '') : text,
      origin: { kind: origin },
      ...(client ? { client } : isNew ? { client: doorClient } : {}),
    })
  })
  useEffect(() => void session.start(locale).then(() => takeHanded()), [session, locale, key])

  const paste = async () => {
    const text = await readClipboard()
    if (text?.trim()) return openPasted(text)
    setFailure(t(text === undefined ? 'pasteFailed' : 'pasteEmpty'))
  }
  const withAccount = async (dialog: 'output' | 'publish') => {
    const may = dialog === 'publish' ? await mayPublish() : signedIn.get()?.user !== undefined || (await askToSignIn())
    if (may) setDialog(dialog)
  }
  const openOwn = (texts: Readonly<Partial<Record<ClientId, string>>>, kind: 'sample' | 'new') =>
    void open({ name: t(`${kind}Name`), text: texts[doorClient] ?? '', origin: { kind }, client: doorClient })
  return {
    paste: () => void paste(),
    files: () => picker.current?.click(),
    address: () => setDialog('address'),
    output: () => void withAccount('output'),
    publish: () => void withAccount('publish'),
    convert: () => void navigate(localizedPath(locale, '/convert')),
    sample: () => openOwn(SAMPLES, 'sample'),
    blank: () => openOwn(newConfigs(), 'new'),
    open: (given) => void open(given),
    goTo: (config) => void goTo(config),
    dialog,
    closeDialog: () => setDialog(undefined),
    input: (
      <>
        <FilePicker
          input={picker}
          data-testid="file-input"
          accept=".yaml,.yml,.json,.jsonc,.json5,.txt,.conf,.gz"
          label={t('way.file')}
          onPick={(files) => void takeFile(files)}
        />
        {asked && (
          <Suspense>
            <AskedFile address={asked} onOpen={open} onFailure={setFailure} />
          </Suspense>
        )}
      </>
    ),
    isDropping,
    failure,
    closeFailure: () => setFailure(undefined),
  }
}
