import { useTranslations } from 'use-intl'
import { Button, type ButtonProps } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { useForAWhile } from './use-for-a-while.ts'

/** How long it is said that something was copied. */
export const COPIED_MS = 2000
const PLAIN = 'text/plain'

interface Props extends Pick<ButtonProps, 'look' | 'size' | 'disabled' | 'className'> {
  /** What is copied, or how to make it when it is asked for. */
  text: string | (() => string | Promise<string>)
  label: string
  /** Only the icon; the label is its tooltip. */
  iconOnly?: boolean
  'data-testid'?: string
}

/** Copies, and says so for two seconds. */
export function CopyButton({ text, label, iconOnly = false, ...rest }: Props) {
  const t = useTranslations('ui')
  const [state, setState] = useForAWhile<'copied' | 'failed'>(COPIED_MS)

  const word = state ? t(state) : label
  const shared = {
    ...rest,
    icon: state === 'copied' ? ('check' as const) : state === 'failed' ? ('circle-alert' as const) : ('copy' as const),
    onClick: () => {
      copyText(text).then(
        () => setState('copied'),
        () => setState('failed'),
      )
    },
  }
  return (
    <>
      {iconOnly ? (
        <IconButton {...shared} size={rest.size === 'small' ? 'small' : 'medium'} label={word} />
      ) : (
        // A ghost button has no edge, so its width may change. Its words begin where the words above it begin.
        <Button {...shared} words={rest.look === 'ghost' ? undefined : [label, t('copied'), t('failed')]}>
          {word}
        </Button>
      )}
      <span role="status" className="sr-only">
        {state && t(state)}
      </span>
    </>
  )
}

/**
 * Writes to the clipboard. A text that is still on its way is promised to the browser at once: after a wait the click
 * would not count any more in Safari.
 */
export async function copyText(text: Props['text']): Promise<void> {
  // The types promise a clipboard, but browsers give it to https and this machine only.
  const clipboard = navigator.clipboard as Clipboard | undefined
  const ready = typeof text === 'string' ? text : text()
  if (clipboard && typeof ready !== 'string' && typeof ClipboardItem === 'function') {
    await clipboard.write([new ClipboardItem({ [PLAIN]: ready.then((text) => new Blob([text], { type: PLAIN })) })])
  } else if (clipboard) await clipboard.writeText(await ready)
  else copySelected(await ready)
}

/** Over plain http the browser copies what is selected, and nothing else. */
function copySelected(text: string): void {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr-only'
  document.body.append(area)
  area.select()
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else copies there
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  if (!copied) throw new Error('The browser does not copy')
}
