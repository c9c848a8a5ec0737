import Structure
import ByteReading

struct PropertyKey: Hashable, Sendable {
  let name: String
  /// The track's node: two tracks of a file may have one ID.
  let track: NodeIndex?
}

/// What was loaded, and what is being loaded.
///
/// A property is read by a task of its own, so that who asked first may go away and others go on.
final class PropertyStore: @unchecked Sendable {
  private let lock = Lock()
  private var entries: [PropertyKey: Entry] = [:]
  private var count = 0

  private enum Entry {
    case loading(Reading)
    case loaded(any Sendable)
    case failed(any Error)
  }

  /// A task that reads a property, and how many wait for it.
  private struct Reading {
    let number: Int
    let task: Task<any Sendable, any Error>
    var waiting: Int
  }

  /// What one who asks for a property holds until it is there.
  final class Claim<Value: Sendable>: Sendable {
    private let store: PropertyStore
    private let key: PropertyKey
    private let number: Int
    private let task: Task<any Sendable, any Error>?
    private let known: Result<any Sendable, any Error>?

    init(
      _ store: PropertyStore, _ key: PropertyKey, number: Int,
      task: Task<any Sendable, any Error>?, known: Result<any Sendable, any Error>?
    ) {
      self.store = store
      self.key = key
      self.number = number
      self.task = task
      self.known = known
    }

    /// The value, once it is there.
    func value() async throws -> Value {
      try Task.checkCancellation()
      let value: any Sendable
      if let known {
        value = try known.get()
      } else if let task {
        value = try await task.value
      } else {
        throw CancellationError()
      }
      try Task.checkCancellation()
      guard let value = value as? Value else { throw CancellationError() }
      return value
    }

    /// Says that nobody waits here any more.
    func release() { if task != nil { store.release(key, number) } }
  }

  /// Joins who waits for a property, or begins to read it.
  func claim<Value: Sendable>(
    _ key: PropertyKey, _ read: @escaping @Sendable () async throws -> Value
  ) -> Claim<Value> {
    lock.withLock {
      switch entries[key] {
      case .loaded(let value): return Claim(self, key, number: 0, task: nil, known: .success(value))
      case .failed(let error): return Claim(self, key, number: 0, task: nil, known: .failure(error))
      case .loading(var reading):
        reading.waiting += 1
        entries[key] = .loading(reading)
        return Claim(self, key, number: reading.number, task: reading.task, known: nil)
      case nil:
        count += 1
        let number = count
        let task = Task.detached { () async throws -> any Sendable in
          do {
            let value = try await read()
            try Task.checkCancellation()
            self.finish(key, number, .loaded(value))
            return value
          } catch {
            // Who was cancelled did not fail.
            self.finish(key, number, error is CancellationError ? nil : .failed(error))
            throw error
          }
        }
        entries[key] = .loading(Reading(number: number, task: task, waiting: 1))
        return Claim(self, key, number: number, task: task, known: nil)
      }
    }
  }

  private func finish(_ key: PropertyKey, _ number: Int, _ entry: Entry?) {
    lock.withLock {
      guard case .loading(let reading) = entries[key], reading.number == number else { return }
      entries[key] = entry
    }
  }

  /// One that waited does so no more; after the last the property is as if nobody had asked.
  func release(_ key: PropertyKey, _ number: Int) {
    let task = lock.withLock { () -> Task<any Sendable, any Error>? in
      guard case .loading(var reading) = entries[key], reading.number == number else { return nil }
      reading.waiting -= 1
      if reading.waiting > 0 {
        entries[key] = .loading(reading)
        return nil
      }
      entries[key] = nil
      return reading.task
    }
    task?.cancel()
  }

  func status<Value: Sendable>(_ key: PropertyKey) -> MediaPropertyStatus<Value> {
    lock.withLock {
      switch entries[key] {
      case nil: .notYetLoaded
      case .loading: .loading
      case .loaded(let value): (value as? Value).map { .loaded($0) } ?? .notYetLoaded
      case .failed(let error): .failed(error)
      }
    }
  }
}
