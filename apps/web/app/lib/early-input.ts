/** What a person did before the scripts of the page were there. */
type EarlyInput =
  | { type: 'click' | 'change'; target: HTMLElement }
  | { type: 'drop'; target: Node; files: readonly File[]; text: string }

declare global {
  interface Window {
    earlyInput?: EarlyInput[] | undefined
  }
}

/** Where a text that is dropped is the business of the field. */
export const TEXT_FIELDS = '[data-text-field], textarea, input'

/**
 * Runs in `<head>`. What is pressed, chosen or dropped before the scripts of the page are there is kept. A button that
 * sends a form sends it without scripts too. React keeps presses and choices itself while the page comes alive; drops
 * are kept until the page listens: a file that nobody takes is opened in place of the page.
 */
export const EARLY_INPUT_SCRIPT = `{
const kept=window.earlyInput=[]
const on=(type,hear)=>addEventListener(type,hear,true)
on('click',({target})=>{const button=target.closest?.('button[type=button]');if(button)window.earlyInput?.push({type:'click',target:button})})
on('change',({target})=>{if(target.type==='file')window.earlyInput?.push({type:'change',target})})
const onDrag=(type,then)=>on(type,event=>{
const types=event.dataTransfer?.types??[]
const isFiles=types.includes('Files')
const isText=types.includes('text/plain')&&!event.target.closest?.('${TEXT_FIELDS}')
if(document.documentElement.dataset.ready!==undefined||!isFiles&&!isText)return
event.preventDefault()
then?.(event)
})
onDrag('dragover')
onDrag('drop',({target,dataTransfer})=>kept.push({type:'drop',target,files:[...dataTransfer.files],text:dataTransfer.getData('text')}))
}`

/** From here on the page hears presses and choices itself. Gives what was done before; drops are added until it is alive. */
export function takeEarlyInput(): readonly EarlyInput[] {
  const kept = window.earlyInput ?? []
  window.earlyInput = undefined
  return kept
}

/** Does once more what was done. A page that was drawn anew has its buttons and fields once more. */
export function repeatInput(done: readonly EarlyInput[]): void {
  for (const each of done) {
    if (each.type === 'drop') drop(each)
    else {
      const now = standingFor(each.target)
      if (each.type === 'click') now?.click()
      // What was chosen was chosen in a field of files, before and now.
      else if (now) choose(now as HTMLInputElement, each.target as HTMLInputElement)
    }
  }
}

/** The element itself, or the one in its place. */
function standingFor(target: HTMLElement): HTMLElement | null | undefined {
  const { testid } = target.dataset
  if (target.isConnected) return target
  return testid === undefined ? undefined : document.querySelector<HTMLElement>(`[data-testid="${CSS.escape(testid)}"]`)
}

function choose(field: HTMLInputElement, { files }: HTMLInputElement): void {
  if (field.files !== files) field.files = files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

function drop({ target, files, text }: Extract<EarlyInput, { type: 'drop' }>): void {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  if (text !== '') dataTransfer.setData('text', text)
  const place = target.isConnected ? target : document.body
  place.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
}
