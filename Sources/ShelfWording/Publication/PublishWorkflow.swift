/// The supported forges, for each of which shelf can print a workflow that publishes the library after every push.
package enum PublishWorkflow: String, CaseIterable, Sendable {
  case github, gitlab, forgejo

  /// Returns the workflow file, with a comment about where to save it.
  ///
  /// - Parameters:
  ///   - version: the version of shelf to install.
  ///   - address: the address of the repository to install shelf from.
  package func text(installing version: String, from address: String) -> String {
    let clone = "git clone --depth 1 --branch v\(version) \(address) /tmp/shelf"
    let install = clone + " && /tmp/shelf/scripts/setup && /tmp/shelf/scripts/install"
    return switch self {
    case .github:
      PublishWorkflow.heading(".github/workflows/pages.yml")
        + PublishWorkflow.actions(on: "ubuntu-latest", install, PublishWorkflow.githubEnd)
    case .forgejo:
      PublishWorkflow.heading(".forgejo/workflows/pages.yml")
        + PublishWorkflow.actions(on: "docker", install, PublishWorkflow.forgejoEnd)
    case .gitlab: PublishWorkflow.heading(".gitlab-ci.yml") + PublishWorkflow.gitlabFile(install)
    }
  }

  private static func heading(_ path: String) -> String {
    PublicationText.warning.map { "# \($0)\n" }.joined() + "#\n# Save it as \(path)\n"
  }

  /// Third-party actions, each pinned to the commit of a reviewed version, since a tag can be moved.
  private enum Action {
    static let checkout = "actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2"
    static let cache = "actions/cache@5a3ec84eff668545956fd18022155c47e93e2684 # v4.2.3"
    static let upload = "actions/upload-pages-artifact@56afc609e74202658d3ffba0e8f6dda462b719fa # v3.0.1"
    static let deploy = "actions/deploy-pages@d6db90164ac5ed86f2b6aed7e0febac5b3c0c03e # v4.0.5"
  }

  private static func actions(on machine: String, _ install: String, _ end: String) -> String {
    """
    name: Pages
    on:
      push:
        branches: [main]
      workflow_dispatch:
    permissions: {}
    concurrency:
      group: pages
      cancel-in-progress: false
    jobs:
      publish:
        name: Publish
        runs-on: \(machine)
        container: swift:6.2-bookworm
        permissions:
          contents: read
        steps:
          - uses: \(Action.checkout)
            with:
              persist-credentials: false
          - run: \(install)
          # The pages of the last run: their list remembers old addresses of books.
          - uses: \(Action.cache)
            with:
              path: site
              key: site-${{ github.sha }}
              restore-keys: site-
          - run: shelf publish --output site
    \(end)
    """
  }

  private static let githubEnd = """
          - uses: \(Action.upload)
            with:
              path: site
      deploy:
        name: Deploy
        needs: publish
        runs-on: ubuntu-latest
        permissions:
          pages: write # to show the pages
          id-token: write # to prove where they come from
        environment:
          name: github-pages
        steps:
          - uses: \(Action.deploy)

    """

  private static let forgejoEnd = """
          # The token may write to the repository of the pages alone.
          - run: |
              cd site
              git init --quiet --initial-branch pages
              git add --all
              git -c user.name=shelf -c user.email=shelf@localhost commit --quiet --message "Publish"
              git push --force "https://token:$TOKEN@$REPOSITORY" pages
              rm -rf .git
            env:
              TOKEN: ${{ secrets.PAGES_TOKEN }}
              REPOSITORY: ${{ vars.PAGES_REPOSITORY }}

    """

  private static func gitlabFile(_ install: String) -> String {
    """
    pages:
      image: swift:6.2-bookworm
      rules:
        - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      script:
        - \(install)
        - shelf publish --output public
      # The pages of the last run: their list remembers old addresses of books.
      cache:
        key: pages
        paths:
          - public
      artifacts:
        paths:
          - public

    """
  }
}
