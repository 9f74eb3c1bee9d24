import type { FileContent, GitFailure, WrittenCommit } from '@switchyard/git-hosts'
import { useEffect, useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import type { EditorLanguage } from '../config-editor/language.ts'
import type { Conflict } from '../diff/merge-texts.ts'
import { TextDiff } from '../diff/text-diff.tsx'
import type { FileAddress, Place } from '../places/place.ts'
import { fileNameOf, pathOfFile } from './file-address.ts'
import type { FileConflict, FileSave, SaveOutcome } from './file-save.ts'
import { formatOfMerge, MERGE_CHOICES, type MergeChoice, mergeOf, withChoices } from './merge-choices.ts'
import { saveCopy, saveToBranch } from './save-elsewhere.ts'
import { bytesOfText, openText, type TextFile } from './text-file.ts'
import { useFailureSentence } from './use-failure-sentence.ts'
import { usePlaceName } from './use-place-name.ts'

type Bytes = Uint8Array<ArrayBuffer>

interface Props {
  file: FileSave
  conflict: FileConflict
  place: Place
  language?: EditorLanguage | undefined
  /** What is edited from now on: a merged text, or theirs. Undefined: they deleted the file. */
  onText: (bytes: Bytes | undefined) => Promise<void>
  /** One of the ways out was taken. */
  onOutcome: (outcome: SaveOutcome) => void
  /** Mine was saved there instead. */
  onMoved: (address: FileAddress, written: WrittenCommit) => void
}

const VIEWS = ['merge', 'both', 'mine', 'theirs'] as const
type View = (typeof VIEWS)[number]

interface Sides {
  mine: TextFile
  theirs: TextFile
  /** Undefined: both files are new, or what they came from is no text. */
  base: TextFile | undefined
}

/** Somebody else saved the file meanwhile: all texts are here, and nothing is written before one of the ways out is chosen. */
export function ConflictWindow({ file, conflict, place, language, onText, onOutcome, onMoved }: Props) {
  const t = useTranslations('fileSave.conflict')
  const isPhone = useMedia(PHONE)
  const { mine, theirs } = conflict
  const sides = useSides(conflict)
  const merged = useMemo(() => sides && mergeOf(sides.base, sides.mine, sides.theirs), [sides])
  const [choices, setChoices] = useState<readonly (MergeChoice | undefined)[]>([])
  const [chosenView, setView] = useState<View>()
  const open = merged?.conflicts.filter((_, at) => choices[at] === undefined).length ?? 0
  const text = useMemo(() => merged && withChoices(merged, choices), [merged, choices])
  const view = chosenView ?? 'merge'
  const name = fileNameOf(file.address.path)

  const saveMerged = () => {
    if (text === undefined || !sides) return
    const written = bytesOfText(formatOfMerge(sides.base, sides.mine, sides.theirs), text)
    // What one of the two encodings lacks is written as UTF-8.
    const bytes = 'bytes' in written ? written.bytes : new TextEncoder().encode(text)
    void onText(bytes)
    void file.saveMerged(bytes).then(onOutcome)
  }
  const takeTheirs = () => {
    void onText(theirs?.bytes)
    void file.takeTheirs()
  }
  return (
    <Dialog
      open
      size="large"
      title={t(theirs ? 'title' : 'titleGone', { name })}
      onClose={() => file.putOff()}
      data-testid="file-conflict"
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button data-autofocus onClick={() => file.putOff()}>
            {t('later')}
          </Button>
          <Button data-testid="conflict-theirs" onClick={takeTheirs}>
            {t(theirs ? 'takeTheirs' : 'takeGone')}
          </Button>
          <Button
            look={mine ? 'outline' : 'danger'}
            data-testid="conflict-mine"
            onClick={() => void file.keepMine().then(onOutcome)}
          >
            {t(mine ? (theirs ? 'keepMine' : 'saveAnew') : 'deleteAnyway')}
          </Button>
          {merged && (
            <Button look="solid" disabled={open > 0} data-testid="conflict-merge" onClick={saveMerged}>
              {t('saveMerged')}
            </Button>
          )}
        </div>
      }
    >
      <p className="mb-3 text-sm">{t(theirs ? 'text' : 'textGone')}</p>
      {merged && sides && text !== undefined && (
        <>
          <Tabs
            label={t('views')}
            name="conflict"
            value={view}
            onChange={setView}
            tabs={VIEWS.map((id) => ({
              id,
              label: t(`view.${id}`),
              testId: `conflict-tab-${id}`,
              count: id === 'merge' && merged.conflicts.length > 0 ? open : undefined,
              hint: id === 'merge' && merged.conflicts.length > 0 ? t('open', { n: open }) : undefined,
            }))}
          />
          <TabPanel name="conflict" id={view} className="max-h-[45dvh] overflow-auto border-b border-line">
            {view === 'merge' && (
              <>
                <p className="px-3 py-2 text-sm" role="status" data-testid="conflict-state">
                  {merged.conflicts.length === 0
                    ? t('allMerged')
                    : open > 0
                      ? t('stillOpen', { n: open })
                      : t('allDecided')}
                </p>
                {merged.conflicts.map((place, at) => (
                  <ConflictPlace
                    key={at}
                    place={place}
                    choice={choices[at]}
                    onChoose={(choice) => setChoices(merged.conflicts.map((_, each) => (each === at ? choice : choices[each])))}
                  />
                ))}
                <TextDiff before={sides.theirs.text} after={text} language={language} label={t('mergedOverTheirs')} />
              </>
            )}
            {view === 'both' && (
              <TextDiff
                before={sides.theirs.text}
                after={sides.mine.text}
                language={language}
                sideBySide={!isPhone}
                label={t('view.both')}
              />
            )}
            {(view === 'mine' || view === 'theirs') && (
              <TextDiff
                before={sides.base?.text ?? ''}
                after={sides[view].text}
                language={language}
                label={t(`view.${view}`)}
              />
            )}
          </TabPanel>
        </>
      )}
      {mine && <Elsewhere {...{ file, place, theirs, mine, message: conflict.message, onText, onMoved }} />}
    </Dialog>
  ) // oxfmt-ignore
}

/** The texts of a conflict; undefined where one of them is none, or not there. */
function useSides({ mine, theirs, base }: FileConflict): Sides | undefined {
  const [sides, setSides] = useState<Sides>()
  useEffect(() => {
    let isWanted = true
    const read = async () => {
      if (!mine || !theirs) return
      const files = await Promise.all([mine, theirs.bytes, base?.bytes].map(async (bytes) => bytes && openText(bytes)))
      const [own, other, before] = files.map((file) => (typeof file === 'object' ? file : undefined))
      if (isWanted && own && other) setSides({ mine: own, theirs: other, base: before })
    }
    void read()
    return () => {
      isWanted = false
    }
  }, [mine, theirs, base])
  return sides
}

interface PlaceProps {
  place: Conflict
  choice: MergeChoice | undefined
  onChoose: (choice: MergeChoice) => void
}

/** Lines that both sides changed: which of the two stays. */
function ConflictPlace({ place, choice, onChoose }: PlaceProps) {
  const t = useTranslations('fileSave.conflict')
  const name = useId()
  return (
    <fieldset className="m-3 min-w-0 rounded-lg border border-line text-sm" data-testid="conflict-place">
      <legend className="ml-2 px-1 text-xs font-medium">{t('line', { line: place.line })}</legend>
      <div className="grid sm:grid-cols-2">
        <Lines label={t('mine')} lines={place.mine} className="bg-success-soft" />
        <Lines label={t('theirs')} lines={place.theirs} className="bg-info-soft" />
      </div>
      <div className="flex flex-wrap gap-x-4 px-3 py-1">
        {MERGE_CHOICES.map((each) => (
          <label key={each} className="flex min-h-(--target) cursor-pointer items-center gap-2">
            <input
              type="radio"
              className="radio"
              name={name}
              checked={choice === each}
              onChange={() => onChoose(each)}
            />
            {t(`choice.${each}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const LINES_SHOWN = 40

function Lines({ label, lines, className }: { label: string; lines: readonly string[]; className: string }) {
  const t = useTranslations('fileSave.conflict')
  return (
    <div className={`min-w-0 px-3 py-1 ${className}`}>
      <p className="text-xs text-muted">{label}</p>
      <pre className="font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
        {lines.length === 0 ? t('noLines') : lines.slice(0, LINES_SHOWN).join('\n')}
      </pre>
      {lines.length > LINES_SHOWN && <p className="text-xs text-muted">{t('more', { n: lines.length - LINES_SHOWN })}</p>}
    </div>
  ) // oxfmt-ignore
}

interface ElsewhereProps {
  file: FileSave
  place: Place
  theirs: FileContent | undefined
  mine: Bytes
  message: string
  onText: Props['onText']
  onMoved: Props['onMoved']
}

/** Mine is saved where it is in nobody's way. */
function Elsewhere({ file, place, theirs, mine, message, onText, onMoved }: ElsewhereProps) {
  const t = useTranslations('fileSave.conflict')
  const sentence = useFailureSentence()
  const nameOf = usePlaceName()
  const { path } = file.address
  const [kind, setKind] = useState<'copy' | 'branch'>()
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<GitFailure>()
  const copyPath = pathOfFile(typed)
  const isGood = kind === 'copy' ? copyPath !== undefined && copyPath !== path : typed.trim() !== ''

  const choose = (next: 'copy' | 'branch') => {
    setKind(next)
    setFailure(undefined)
    setTyped(next === 'copy' ? pathOfCopy(path) : t('branchName', { name: fileNameOf(path).split('.', 1)[0] ?? '' }))
  }
  const save = async () => {
    setBusy(true)
    setFailure(undefined)
    const done =
      kind === 'copy'
        ? await saveCopy(place, { ...file.address, path: copyPath ?? path }, mine, message)
        : await saveToBranch(place, { ...file.address, branch: typed.trim() }, theirs, mine, message)
    setBusy(false)
    if ('failure' in done) return setFailure(done.failure)
    // Here theirs stands from now on: mine must not be saved over it later.
    await onText((await file.takeTheirs())?.bytes)
    onMoved(done.address, done.written)
  }
  return (
    <section className="mt-3 flex flex-col gap-2 text-sm" aria-label={t('elsewhere')}>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted">{t('elsewhere')}</span>
        <Button size="small" icon="copy-plus" aria-expanded={kind === 'copy'} onClick={() => choose('copy')}>
          {t('asCopy')}
        </Button>
        {place.host && (
          <Button size="small" icon="plus" aria-expanded={kind === 'branch'} onClick={() => choose('branch')}>
            {t('onBranch')}
          </Button>
        )}
      </div>
      {kind && (
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (isGood && !isBusy) void save()
          }}
        >
          <Field
            className="min-w-0 flex-1 basis-60"
            label={t(kind === 'copy' ? 'copyPath' : 'branch')}
            error={failure && sentence(failure, nameOf(place))}
          >
            {(control) => (
              <Input
                {...control}
                value={typed}
                data-testid="conflict-elsewhere"
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" disabled={!isGood || isBusy}>
            {t('saveThere')}
          </Button>
        </form>
      )}
    </section>
  )
}

/** `a/b.yaml` becomes `a/b-copy.yaml`. */
function pathOfCopy(path: string): string {
  const dot = path.lastIndexOf('.')
  const at = dot > path.lastIndexOf('/') + 1 ? dot : path.length
  return `${path.slice(0, at)}-copy${path.slice(at)}`
}
