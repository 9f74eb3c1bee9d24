import type { LoaderFunctionArgs } from 'react-router'

/** The parameters that a path names: '/subscriptions/:id' has `id`. */
export type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : object

type PathFunction<Path extends string, Answer> = (
  args: Omit<LoaderFunctionArgs, 'params'> & { params: ParamsOf<Path> },
) => Answer

/**
 * A loader or action of the page at a path, which is given the parameters that the path names:
 * `export const loader = at('/subscriptions/:id', ({ params }) => find(params.id))`.
 */
export function at<Path extends string, Answer>(
  _path: Path,
  answer: PathFunction<Path, Answer>,
): (args: LoaderFunctionArgs) => Answer {
  // The router calls it at this path alone, so every named parameter is there.
  return (args) => answer(args as Parameters<typeof answer>[0])
}
