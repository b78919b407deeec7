import { useEffect, useRef } from 'react'
import { Button } from '../buttons/button.tsx'
import { Spinner } from '../buttons/spinner.tsx'

/** Paging at the end of a list: whether there are more rows, the state of the next page, and the texts of the footer. */
export type TableMoreProps = {
  hasMore: boolean
  loading: boolean
  failed: boolean
  onMore: () => void
  labels: { loading: string; failed: string; retry: string }
}

/** Loads the next page when the end comes within 600 px, shows that it is loading, and offers Retry after a failure. */
export const TableMore = ({ hasMore, loading, failed, onMore, labels }: TableMoreProps) => {
  const sentinel = useRef<HTMLDivElement>(null)
  const loadMore = useRef(onMore)
  loadMore.current = onMore
  const waiting = hasMore && !loading && !failed
  useEffect(() => {
    const node = sentinel.current
    if (!node || !waiting) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) loadMore.current()
      },
      { rootMargin: '600px' },
    )
    observer.observe(node)
    return () => observer.disconnect()
  }, [waiting])
  return (
    <div ref={sentinel}>
      {failed ? (
        <div className="table-foot" role="alert">
          <span>{labels.failed}</span>
          <Button size="sm" onClick={onMore}>
            {labels.retry}
          </Button>
        </div>
      ) : (
        loading && (
          <div className="table-foot" role="status">
            <Spinner />
            <span>{labels.loading}</span>
          </div>
        )
      )}
    </div>
  )
}
