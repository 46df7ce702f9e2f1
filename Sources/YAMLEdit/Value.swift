/// A value to write.
public enum Value: Hashable, Sendable {
  case scalar(Scalar)
  case list([Scalar])
}
