import { useTranslations } from 'use-intl'
import { ToolInput } from '../../components/tool-input/tool-input.tsx'
import { readTextFile } from '../../lib/read-text-file.ts'
import { showToast } from '../../lib/toasts.ts'
import { javaInput } from './java-draft.ts'

interface Props {
  text: string
  onClear: () => void
  onSample: () => void
}

export function JavaInputPane({ text, onClear, onSample }: Props) {
  const t = useTranslations('java')
  const takeFile = async (file: File) => {
    const read = await readTextFile(file)
    if (!('error' in read)) return javaInput.set(read.text)
    const word = read.error === 'binary' ? 'binary' : read.error === 'too-large' ? 'tooLargeFile' : 'unreadable'
    showToast({ kind: 'error', text: t(word, { name: file.name }) })
  }
  return (
    <ToolInput
      id="java"
      text={text}
      placeholder={t('placeholder')}
      sample={t('sample')}
      note={t('local')}
      onText={javaInput.set}
      onFile={(file) => void takeFile(file)}
      onClear={onClear}
      onSample={onSample}
    />
  )
}
