import type { components } from '@octokit/openapi-types'
import type { AnswerPart } from '../host/answer-part.ts'
import type { FileDifference, FileEntry, GitCommit, GitRepository } from '../host/git-host.ts'
import { bySegment, nameOf } from '../host/paths.ts'

/** Answers as GitHub describes them; others have taken over their names. */
export type Schemas = components['schemas']

const KINDS: Readonly<Record<string, FileEntry['kind']>> = {
  file: 'file',
  dir: 'folder',
  symlink: 'link',
  submodule: 'submodule',
  blob: 'file',
  tree: 'folder',
  commit: 'submodule',
}
const CHANGES: Readonly<Record<string, FileDifference['change']>> = {
  added: 'added',
  copied: 'added',
  removed: 'removed',
  renamed: 'moved',
}
export function repositoryAt(repository: string, path = ''): string {
  return `/repos/${bySegment(repository)}${path}`
}

export function contentsAt(repository: string, path: string): string {
  return repositoryAt(repository, `/contents${path && `/${bySegment(path)}`}`)
}

export function repositoryOf(
  repository: AnswerPart<Schemas['repository'] | Schemas['full-repository']>,
): GitRepository {
  return {
    path: repository.text('full_name'),
    defaultBranch: repository.maybeText('default_branch'),
    isPrivate: repository.maybeFlag('private') ?? false,
    canWrite: repository.at('permissions').maybeFlag('push'),
    description: repository.maybeText('description'),
    webAddress: repository.text('html_url'),
  }
}

export function listedEntry(item: AnswerPart<Schemas['content-directory'][number]>): FileEntry {
  // The listing calls a submodule a file, of version 2022-11-28.
  const isSubmodule = item.maybeText('git_url')?.includes('/git/trees/') && item.text('type') === 'file'
  const kind = isSubmodule ? 'submodule' : (KINDS[item.text('type')] ?? 'file')
  return {
    name: item.text('name'),
    path: item.text('path'),
    kind,
    version: item.text('sha'),
    ...(kind === 'file' && { size: item.maybeNumber('size') }),
  }
}

export function treeEntry(item: AnswerPart<Schemas['git-tree']['tree'][number]>, folder: string): FileEntry {
  const inFolder = item.text('path')
  const path = folder === '' ? inFolder : `${folder}/${inFolder}`
  const kind = item.maybeText('mode') === '120000' ? 'link' : (KINDS[item.text('type')] ?? 'file')
  return {
    name: nameOf(path),
    path,
    kind,
    version: item.text('sha'),
    ...(kind === 'file' && { size: item.maybeNumber('size') }),
  }
}

export function commitOf(commit: AnswerPart<Schemas['commit']>): GitCommit {
  const author = commit.at('commit').at('author')
  return {
    id: commit.text('sha'),
    message: commit.at('commit').text('message'),
    author: author.maybeText('name') ?? '',
    date: author.maybeText('date') ?? '',
  }
}

export function filesOf(files: AnswerPart<Schemas['diff-entry'][]>): FileDifference[] {
  if (!files.isThere) return []
  return files.list().map((file) => {
    const change = CHANGES[file.text('status')] ?? 'changed'
    return {
      path: file.text('filename'),
      change,
      previousPath: change === 'moved' ? file.maybeText('previous_filename') : undefined,
      patch: file.maybeText('patch'),
    }
  })
}
