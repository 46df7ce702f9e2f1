extension ListCommand: QueryCommand {}
extension SearchCommand: QueryCommand {}
extension StatsCommand: QueryCommand {}
extension SaveFilterCommand: QueryCommand {}
extension ExportCommand: QueryCommand {}
extension NextCommand: QueryCommand {}
