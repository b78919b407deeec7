/** The product's mark: an arch in an arch. */
export const PorticoMark = ({ className = 'icon' }: { className?: string }) => (
  <svg className={className} viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true">
    <path d="M4.5 16.5v-7a5.5 5.5 0 0 1 11 0v7" />
    <path d="M8 16.5V9.75a2 2 0 0 1 4 0v6.75" />
    <path d="M3 16.5h14" />
  </svg>
)
