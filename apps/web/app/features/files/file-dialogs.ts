/** What is asked now and then, in one chunk. */
export { DeleteDialog } from './delete-dialog.tsx'
export { MoveDialog } from './move-dialog.tsx'
export { NameDialog } from './name-dialog.tsx'
export { QuickOpen } from './quick-open.tsx'
export { UploadDialog } from './upload-dialog.tsx'
export { UploadPanel } from './upload-panel.tsx'
