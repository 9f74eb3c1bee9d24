import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { type PageAction, usePageActions } from '../../lib/page-actions.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { DEFAULT_OPTIONS, type JavaOptions } from './code/options.ts'
import { JavaInputPane } from './java-input-pane.tsx'
import { javaInput, javaOptions } from './java-draft.ts'
import { OptionFields } from './option-fields.tsx'
import { ResultPane } from './result-pane.tsx'
import { NODES_SAMPLE } from './sample.ts'
import { useJava } from './use-java.ts'

/** An action does what its button does. */
const press = (testId: string) => () => document.querySelector<HTMLElement>(`[data-testid=${testId}]`)?.click()

const setOptions = (change: Partial<JavaOptions>) => javaOptions.set({ ...javaOptions.get(), ...change })

/** The class of the sample is a node, unless somebody has named it. */
function loadSample(): void {
  javaInput.set(NODES_SAMPLE)
  if (javaOptions.get().rootClass === DEFAULT_OPTIONS.rootClass) setOptions({ rootClass: 'Node' })
}

/** JSON, YAML or .properties on the left, Java on the right. Nothing of it leaves the page. */
export function Java() {
  const t = useTranslations('java')
  const words = useTranslations('toolInput')
  const text = useStore(javaInput, '')
  const options = useStore(javaOptions, DEFAULT_OPTIONS)
  const { result, isCurrent } = useJava(text, options)

  const clear = () => {
    javaInput.set('')
    showToast({ kind: 'undo', text: t('cleared'), action: { label: t('undo'), run: () => javaInput.set(text) } })
  }
  const hasInput = text !== ''
  const hasResult = result !== undefined && 'text' in result
  usePageActions(
    useMemo<PageAction[]>(
      () => [
        { id: 'java-copy', label: t('copy'), icon: 'copy', keywords: 'copy result fz fuzhi', keys: 'mod+alt+c', disabled: !hasResult, run: press('java-copy') },
        { id: 'java-download', label: t('downloadAny'), icon: 'download', keywords: 'download save xz xiazai', disabled: !hasResult, run: press('java-download') },
        { id: 'java-sample', label: t('sample'), icon: 'file-text', keywords: 'sample example nodes sl shili jiedian', run: loadSample },
        { id: 'java-clear', label: words('clear'), icon: 'x', keywords: 'clear qk qingkong', disabled: !hasInput, run: press('java-clear') },
      ],
      [t, words, hasInput, hasResult],
    ),
  ) // oxfmt-ignore

  return (
    <div className="java">
      <JavaInputPane text={text} onClear={clear} onSample={loadSample} />
      <ResultPane
        output={options.output}
        onOutput={(output) => setOptions({ output })}
        result={result}
        isCurrent={isCurrent}
      />
      <OptionFields
        options={options}
        detected={result !== undefined && 'format' in result ? result.format : undefined}
        onChange={setOptions}
      />
    </div>
  )
}
