import type { ReactNode } from 'react'

export const Card = ({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) => (
  <section className="card">
    <h2>{title}</h2>
    {note && <p className="aside">{note}</p>}
    {children}
  </section>
)
