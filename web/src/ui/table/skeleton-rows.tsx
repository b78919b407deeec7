import type { Column } from './table-column.ts'

const titles = ['68%', '52%', '78%', '60%', '45%', '72%']
const widths = {
  start: '2.25rem',
  when: '8.25rem',
  end: '6.5rem',
  title: '',
  meta: '8.25rem',
  action: '1.5rem',
  hide: '7rem',
}

const Bar = ({ width, sub = false }: { width: string | undefined; sub?: boolean }) => (
  <span className={sub ? 'skeleton-line cell-sub' : 'skeleton-line'}>
    <span className="skeleton" style={{ '--w': width }} />
  </span>
)

/** Skeleton rows with the table's columns, drawn while the first page is loading. */
export const SkeletonRows = ({ columns, count }: { columns: readonly Column<unknown>[]; count: number }) =>
  Array.from({ length: count }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in these rows takes the focus
    <tr key={line} aria-hidden="true">
      {columns.map(({ id, className, prio, card }) => (
        <td key={id} className={className} data-prio={prio} data-card={card}>
          <Bar width={card === 'title' ? titles[line % titles.length] : widths[card ?? 'meta']} />
          {card === 'title' && <Bar width="34%" sub />}
        </td>
      ))}
    </tr>
  ))
