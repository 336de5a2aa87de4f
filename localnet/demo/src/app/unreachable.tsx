import { messageOf } from '../components/problem.tsx'

/** The server of this page itself does not answer. */
export const Unreachable = ({ error }: { error: unknown }) => (
  <main className="page">
    <h1>The demo does not answer</h1>
    <p className="lead" role="alert">
      {messageOf(error)}. Is it still running?
    </p>
  </main>
)
